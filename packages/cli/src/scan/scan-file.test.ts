import { describe, expect, it } from '@jest/globals';
import { keysIn, scanSources } from '../../test/scan-sources.ts';

describe('the key of a call', () => {
  it.each([
    ['a template with a substitution', 'a.ts', 'client.isEnabled(`checkout-${name}`)'],
    ['a concatenation', 'a.ts', "client.isEnabled('checkout-' + name)"],
    ['a call', 'a.ts', "client.isEnabled(prefix('checkout'))"],
    ['a choice', 'a.ts', "client.isEnabled(beta ? 'checkout' : 'old')"],
    ['a sentence', 'a.ts', "client.isEnabled('the checkout')"],
    ['nothing', 'a.ts', "client.isEnabled('')"],
    ['an escape', 'a.ts', String.raw`client.isEnabled('check\u006fut')`],
    ['a format string with a substitution', 'a.py', 'client.is_enabled(f"checkout-{name}")'],
    ['an interpolated string of C#', 'a.cs', 'client.IsEnabled($"checkout-{name}")'],
    ['an interpolated string of Swift', 'a.swift', String.raw`unleash.isEnabled(name: "checkout-\(name)")`],
    ['an interpolated string of Kotlin', 'a.kt', 'unleash.isEnabled("checkout-$name")'],
    ['an interpolated string of Ruby', 'a.rb', 'unleash.enabled?("checkout-#{name}")'],
    ['an interpolated string of PHP', 'a.php', '$unleash->isEnabled("checkout-$name");'],
    ['an interpolated string of Dart', 'a.dart', "unleash.isEnabled('checkout-$name');"],
    ['an addition of Java', 'a.java', 'unleash.isEnabled("checkout-" + name);'],
    ['a path with a substitution', 'a.ts', 'fetch(`/v1/variables/checkout-${name}`)'],
    ['a placeholder of a path', 'a.md', 'POST /v1/variables/{key}'],
  ])('is not taken from %s', async (_, file, code) => {
    expect(await keysIn(file, code)).toEqual([]);
  });

  it.each([
    ['a definition', 'a.ts', "function isEnabled('checkout') {}"],
    ['a definition of Python', 'a.py', "def is_feature_enabled(self, key='checkout'):"],
    ['a name that only ends like one', 'a.ts', "client.thisIsEnabled('checkout')"],
    ['a map whose name has nothing to do with flags', 'a.ts', "const name = form.getValue('checkout');"],
    ['a logger', 'a.java', 'if (logger.isEnabled("debug")) {'],
    ['a language without such calls', 'a.txt', "client.isEnabled('checkout')"],
    ['the second argument', 'a.ts', "client.isEnabled(key, 'checkout')"],
  ])('is not taken from %s, which is no call of a client', async (_, file, code) => {
    expect(await keysIn(file, code)).toEqual([]);
  });

  it.each([
    ['single quotes', "client.isEnabled('checkout')"],
    ['double quotes', 'client.isEnabled("checkout")'],
    ['backticks without a substitution', 'client.isEnabled(`checkout`)'],
    ['blanks and line breaks', "client\n  .isEnabled(\n    'checkout' ,\n  )"],
    ['a comment before it', "client.isEnabled(/* the new one */ 'checkout')"],
    ['a line comment before it', "client.isEnabled(\n  // the new one\n  'checkout',\n)"],
    ['an assertion behind it', "client.isEnabled('checkout' as FlagKey)"],
    ['type arguments', "client.getObjectValue<Map<string, Layout>>('checkout', none)"],
    ['an optional call', "this.client?.isEnabled('checkout')"],
    ['an object', "client.getFeatureFlag({ key: 'checkout', distinctId })"],
    ['braces and brackets in other arguments', "client.boolVariation('checkout', { a: [1, ')'] }, f(x))"],
  ])('is taken from a literal with %s', async (_, code) => {
    expect(await keysIn('a.ts', code)).toEqual(['checkout']);
  });

  it('is lower-cased, as keys compare without case', async () => {
    expect(await keysIn('a.ts', "client.isEnabled('Checkout-Layout')")).toEqual(['checkout-layout']);
  });

  it('is decoded from an address', async () => {
    expect(await keysIn('run.sh', 'curl -X POST "$BASE/v1/variables/checkout%2Elayout?x=1"')).toEqual([
      'checkout.layout',
    ]);
  });

  it('has the line of its literal', async () => {
    const { references } = await scanSources({
      'a.ts': "\n\nclient.boolVariation(\n  'checkout',\n  user,\n);\n",
    });
    expect(references).toMatchObject([{ line: 4, snippet: "'checkout'," }]);
  });

  it('is taken once from a line where it is found in several ways', async () => {
    const { references } = await scanSources(
      { 'a.ts': "client.isEnabled('checkout') || client.isOn('checkout') // 'checkout'\n" },
      { knownKeys: ['checkout'] },
    );
    expect(references).toMatchObject([{ key: 'checkout', way: 'call' }]);
  });
});

describe('known keys in quotes', () => {
  const known = { knownKeys: ['checkout-layout', 'a'] };

  it.each([
    ['JSON', 'flags.json', '{ "flag": "checkout-layout" }'],
    ['YAML', 'flags.yaml', "flag: 'checkout-layout'"],
    ['Markdown', 'README.md', 'Set `checkout-layout` first.'],
    ['a language without a table', 'a.ex', 'Flags.on?("checkout-layout")'],
    ['other case', 'a.txt', '"Checkout-LAYOUT"'],
    ['prose with apostrophes before it', 'a.txt', `don't, "isn't", 'x "checkout-layout"`],
    ['SQL with doubled quotes', 'a.sql', "SELECT ''checkout-layout''"],
  ])('are found in %s', async (_, file, code) => {
    expect(await keysIn(file, code, known)).toEqual(['checkout-layout']);
  });

  it.each([
    ['unequal quotes', `"checkout-layout'`],
    ['no quotes', 'checkout-layout'],
    ['a longer word', '"checkout-layout-2"'],
    ['a word with something before it', '"old checkout-layout"'],
    ['a line break', '"checkout-layout\n"'],
  ])('are not found with %s', async (_, code) => {
    expect(await keysIn('a.txt', code, known)).toEqual([]);
  });

  it('are found at the very beginning and end of a file', async () => {
    const { references } = await scanSources({ 'a.txt': '"a"\n"checkout-layout"' }, known);
    expect(references).toMatchObject([
      { key: 'a', line: 1 },
      { key: 'checkout-layout', line: 2 },
    ]);
  });
});

describe('comments', () => {
  it.each([
    ['// client.isEnabled("checkout")', 'a.ts'],
    [' * client.isEnabled("checkout")', 'a.ts'],
    ['# client.is_enabled("checkout")', 'a.py'],
    ['/// client.is_enabled("checkout")', 'a.rs'],
    ['<!-- client.isEnabled("checkout") -->', 'a.vue'],
  ])('count, and are marked: %s', async (code, file) => {
    const { references } = await scanSources({ [file]: code });
    expect(references).toMatchObject([{ key: 'checkout', isComment: true }]);
  });

  it('behind code do not mark the line', async () => {
    const { references } = await scanSources({ 'a.ts': 'client.isEnabled("checkout") // sic' });
    expect(references).toMatchObject([{ isComment: false }]);
  });
});
