import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { runBunting } from './run-bunting.ts';
import { keysIn, scanSources } from './scan-sources.ts';
import { createRepository } from './temporary-repository.ts';
import { buntingCallExamples, buntingForms, buntingOptionExamples, notBunting } from './calls/bunting.ts';

const packages = new URL('../../', import.meta.url);
const ours = ['client', 'react', 'node', 'openfeature'] as const;
const key = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';
const nobody = { url: 'http://127.0.0.1:9', key, offline: true, stream: false, onError: () => {} };

type Functions = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>;

/** Returns the entry points of a package: `@bunting/node/local` → its functions. */
async function entryPoints(name: string): Promise<(readonly [entry: string, exported: Functions])[]> {
  const folder = new URL(`${name}/`, packages);
  const manifest = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
    name: string;
    exports: Record<string, { 'bunting-source': string } | string>;
  };
  const entries = Object.entries(manifest.exports).flatMap(([path, entry]) =>
    typeof entry === 'string' ? [] : [[path, entry['bunting-source']] as const],
  );
  return Promise.all(
    entries.map(async ([path, source]) => {
      const exported = (await import(new URL(source, folder).href)) as Functions;
      return [`${manifest.name}${path.slice(1)}`, exported] as const;
    }),
  );
}

function methodsOf(value: unknown): string[] {
  return Object.entries(value as object)
    .filter(([, member]) => typeof member === 'function')
    .map(([name]) => name);
}

/**
 * Returns the calls of an application: the exports, the methods of the objects that they return, and those of a
 * client for one user.
 */
async function publicCalls(): Promise<string[]> {
  const calls: string[] = [];
  for (const name of ours) {
    for (const [entry, exported] of await entryPoints(name)) {
      for (const [call, exportedValue] of Object.entries(exported)) {
        const full = `${entry} ${call}`;
        calls.push(full);
        if (/^create\w*Client$/.test(call)) {
          const client = exportedValue(call.includes('Test') ? {} : nobody) as {
            forUser?: (user: null) => unknown;
            close: () => Promise<unknown>;
          };
          calls.push(...methodsOf(client).map((method) => `${full}().${method}`));
          const ofUser = client.forUser?.(null) ?? {};
          calls.push(...methodsOf(ofUser).map((method) => `${full}().forUser().${method}`));
          await client.close();
        } else if (call.endsWith('Provider') && name === 'openfeature') {
          const methods = Object.getOwnPropertyNames(
            (exportedValue as { prototype?: object }).prototype ?? {},
          );
          calls.push(
            ...methods.filter((method) => method !== 'constructor').map((method) => `${full}.${method}`),
          );
        }
      }
    }
  }
  return calls;
}

function sourcesOf(folder: URL): string[] {
  const all = readdirSync(folder, { recursive: true }) as string[];
  return all.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));
}

/** Returns members of exported interfaces of options and props whose type names keys of variables. */
function optionsWithKeys(): string[] {
  const found = new Set<string>();
  // The SDKs re-export options of sdk-core.
  for (const name of [...ours, 'sdk-core']) {
    const folder = new URL(`${name}/src/`, packages);
    for (const file of sourcesOf(folder)) {
      const text = readFileSync(new URL(file, folder), 'utf8');
      for (const [, title, body = ''] of text.matchAll(
        /^export interface (\w*(?:Options|Props))\b[^{]*\{\n(.*?)^\}/gms,
      )) {
        for (const [, member] of body.matchAll(
          /^ {2}(?:readonly )?(\w+)\??: [^;\n]*\b(?:Key|SomeValues)\b/gm,
        ))
          found.add(`${title}.${member}`);
      }
    }
  }
  return [...found];
}

describe('the calls of our packages', () => {
  it('are all in the table', async () => {
    expect((await publicCalls()).toSorted()).toEqual(Object.keys(buntingCallExamples).toSorted());
  });

  it('are all in the table, with the options that take keys', () => {
    expect(optionsWithKeys().toSorted()).toEqual(Object.keys(buntingOptionExamples).toSorted());
  });

  const examples = Object.entries({ ...buntingCallExamples, ...buntingOptionExamples });
  it.each(examples.filter(([, code]) => code !== null))('are found: %s', async (name, code) => {
    const entry = name.includes('/') ? name.split(' ')[0] : '@bunting/client';
    expect(await keysIn('use.tsx', `import { ours } from '${entry}';\n${code}\n`)).toContain(
      'checkout-layout',
    );
  });

  it.each(buntingForms)('are found in any form: %s', async (_, given) => {
    const files = typeof given === 'string' ? { 'use.tsx': given } : given;
    const { references } = await scanSources(files);
    expect(references.map(({ file, key: found, client }) => ({ file, found, client }))).toContainEqual({
      file: 'use.tsx',
      found: 'checkout-layout',
      client: 'Bunting',
    });
  });

  it.each(notBunting)('are not found in other code: %s', async (_, code) => {
    expect(await keysIn('use.tsx', code)).toEqual([]);
  });

  it('fail the check if the project does not have their keys', async () => {
    const repository = createRepository({
      'keys.txt': 'checkout-layout\n',
      'a.tsx': `import { useVariable } from '@bunting/react';\nuseVariable('typo-a', 'classic');\nuseVariable('checkout-layout', 'classic');\n`,
      'b.js': `const { createServerClient } = require('@bunting/node');\nconst shop = createServerClient();\nshop.forUser(user).value('typo-b', 1);\n`,
      'c.ts': `import { flags } from './services.ts';\nflags.track('order', { variable: 'typo-c' });\n`,
      'd.test.ts': `createTestClient({ 'typo-d': true });\n`,
    });
    const { code, stderr } = await runBunting(repository, [
      'refs',
      'scan',
      '--check',
      '--keys-file',
      'keys.txt',
    ]);
    repository.remove();
    expect(code).toBe(1);
    expect(stderr).toContain(`  typo-a is not in the project: a.tsx:2
  typo-b is not in the project: b.js:3
  typo-c is not in the project: c.ts:2
  typo-d is not in the project: d.test.ts:1
Check failed: 4 keys.
`);
  });
});
