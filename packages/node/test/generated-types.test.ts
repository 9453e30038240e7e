/** The types of variables that `bunting types` writes, seen through this package, in both kinds of modules. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureBuilt } from '@bunting/testing';
import { installPackage } from './packed-package.ts';

const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
const folders: string[] = [];
beforeAll(() => ensureBuilt());
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

const generated = `
export {};
declare module '@bunting/client' { interface Variables { 'checkout-layout': 'classic' | 'one-page'; enabled: boolean } }
`;

const use = `
import { createServerClient, type Details } from '@bunting/node';
import { createLocalClient } from '@bunting/node/local';
import { createTestServerClient } from '@bunting/node/testing';
const flags = createServerClient();
const local = createLocalClient({ remote: ['enabled'] });
createTestServerClient({ enabled: true });
`;

const withTypes = `${use}
export const layout: Promise<'classic' | 'one-page'> = flags.value('checkout-layout', 'classic', null);
export const enabled: boolean = local.value('enabled', false, { id: 'u' });
export const details: Details<boolean> = local.details('enabled', false, null);
// @ts-expect-error there is no such key
local.value('unheard-of', false, null);
// @ts-expect-error the fallback is of another type
void flags.value('enabled', 'no', null);
// @ts-expect-error the fallback is none of the values
local.value('checkout-layout', 'two-pages', null);
// @ts-expect-error there is no such key
local.track('purchase', null, { variable: 'unheard-of' });
`;

const withoutTypes = `${use}
export const layout: Promise<string> = flags.value('checkout-layout', 'classic', null);
export const enabled: boolean = local.value('enabled', false, { id: 'u', customData: { a: [1, null] } });
// @ts-expect-error the value is of the type of the fallback
export const wrong: number = local.value('checkout-layout', 'classic', null);
`;

async function compile(
  files: Readonly<Record<string, string>>,
  installed: readonly string[],
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bunting-types-'));
  folders.push(folder);
  for (const name of installed) await installPackage(name, folder);
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    strict: true,
    noEmit: true,
    types: [],
    skipLibCheck: false,
    preserveSymlinks: true,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', folder], (_, stdout, stderr) => resolve(stdout + stderr));
  });
}

describe.each(['module', 'commonjs'])('types of variables in a package of type %s', (type) => {
  const manifest = { 'package.json': JSON.stringify({ type }) };

  it('hold for reads and events where they are generated', async () => {
    const files = { ...manifest, 'bunting.d.ts': generated, 'use.ts': withTypes };
    expect(await compile(files, ['node', 'client'])).toBe('');
  });

  it.each([
    ['with', ['node', 'client']],
    ['without', ['node']],
  ])('come from fallbacks where none are generated, %s @bunting/client', async (_, installed) => {
    expect(await compile({ ...manifest, 'use.ts': withoutTypes }, installed)).toBe('');
  });
});
