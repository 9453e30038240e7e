import { describe, expect, it } from '@jest/globals';
import { followedConstants } from '../../../test/calls/followed-constants.ts';
import { occurrences, scanSources } from '../../../test/scan-sources.ts';

describe('a constant whose value is a key', () => {
  it.each(followedConstants)('is followed: %s', async (_, files, where) => {
    const { references, unresolved } = await scanSources(files);
    expect(occurrences(references)).toEqual([`${where} checkout`]);
    expect(references[0]?.way).toBe('constant');
    expect(unresolved).toBe(0);
  });

  it('is chosen by the imports of the file if two have its name', async () => {
    const { references } = await scanSources({
      'admin/flags.ts': "export const KEY = 'admin';",
      'shop/keys.ts': "export const KEY = 'checkout';",
      'shop/use.ts': "import { KEY } from './keys';\nclient.isEnabled(KEY)",
    });
    expect(occurrences(references)).toEqual(['shop/use.ts:2 checkout']);
  });

  it('is chosen by its container', async () => {
    const { references } = await scanSources({
      'a.ts': "export enum Shop {\n  Layout = 'checkout',\n}\nexport enum Admin {\n  Layout = 'admin',\n}",
      'b.ts': "import { Admin } from './a';\nclient.isEnabled(Admin.Layout)",
    });
    expect(occurrences(references)).toEqual(['b.ts:2 admin']);
  });

  it('of another JavaScript file is followed only if it is imported', async () => {
    const flags = { 'flags.ts': "export const KEY = 'checkout';\nexport const Flags = { KEY: 'checkout' };" };
    for (const use of [
      'client.isEnabled(KEY)',
      'client.isEnabled(Flags.KEY)',
      'client.isEnabled(user.KEY)',
    ]) {
      expect(occurrences((await scanSources({ ...flags, 'use.ts': use })).references)).toEqual([]);
    }
    const imported =
      "const { KEY, Flags } = require('./flags');\nclient.isEnabled(KEY);\nclient.isEnabled(Flags.KEY)";
    expect(occurrences((await scanSources({ ...flags, 'use.js': imported })).references)).toEqual([
      'use.js:2 checkout',
      'use.js:3 checkout',
    ]);
    const renamed = "import F from './flags';\nclient.isEnabled(F.KEY)";
    expect(occurrences((await scanSources({ ...flags, 'use.js': renamed })).references)).toEqual([
      'use.js:2 checkout',
    ]);
    const compiled = "const flags_1 = require('./flags');\nclient.isEnabled(flags_1.KEY)";
    expect(
      occurrences(
        (await scanSources({ 'flags.js': "exports.KEY = 'checkout';", 'use.js': compiled })).references,
      ),
    ).toEqual(['use.js:2 checkout']);
  });

  it('is left out and counted if it could be either of two', async () => {
    const { references, unresolved } = await scanSources({
      'a/x.ts': "export const KEY = 'one';",
      'b/y.ts': "export const KEY = 'two';",
      'c/z.ts': 'client.isEnabled(KEY)',
    });
    expect(occurrences(references)).toEqual([]);
    expect(unresolved).toBe(1);
  });

  it('is the last definition before its use within one file', async () => {
    const { references } = await scanSources({
      'a.ts':
        "function one() {\n  const key = 'one';\n  client.isEnabled(key);\n}\n" +
        "function two() {\n  const key = 'two';\n  client.isEnabled(key);\n}\n",
    });
    expect(occurrences(references)).toEqual(['a.ts:3 one', 'a.ts:7 two']);
  });

  it.each([
    ['a choice', "const KEY = beta ? 'checkout' : 'old';\nclient.isEnabled(KEY)"],
    ['a concatenation', "const KEY = 'checkout-' + name;\nclient.isEnabled(KEY)"],
    ['a comparison', "if (KEY === 'checkout') client.isEnabled(KEY)"],
    ['the default of a parameter', "function on(key = 'checkout') { return client.isEnabled(key) }"],
    ['a member of an object for a bare name', "const user = { name: 'checkout' };\nclient.isEnabled(name)"],
    ['a parameter', "other.name = 'checkout';\nconst on = (name) => client.isEnabled(name)"],
    ['the name of a type', "const string = 'checkout';\ninterface A { isEnabled(name: string): boolean }"],
    ['a method that is defined', "const key = 'checkout';\nclass A { async getFeatureFlag(key, id) { } }"],
    ['another language', 'client.isEnabled(KEY)'],
  ])('is not taken from %s', async (_, code) => {
    const { references } = await scanSources({ 'a.ts': code, 'b.py': 'KEY = "checkout"' });
    expect(occurrences(references)).toEqual([]);
  });

  it('is recorded where it is used, and where it is defined only if its key is known', async () => {
    const files = { 'a.ts': "const KEY = 'checkout';\nclient.isEnabled(KEY);" };
    expect(occurrences((await scanSources(files)).references)).toEqual(['a.ts:2 checkout']);
    expect(occurrences((await scanSources(files, { knownKeys: ['checkout'] })).references)).toEqual([
      'a.ts:1 checkout',
      'a.ts:2 checkout',
    ]);
  });
});
