import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';

const script = fileURLToPath(new URL('../check-exports.mjs', import.meta.url));
const roots: string[] = [];
let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bunting-exports-'));
  roots.push(root);
});

afterAll(() => {
  for (const each of roots) rmSync(each, { recursive: true });
});

/**
 * Returns the output of the check for a package with these files in `src`; `index.ts` and `extra.ts` are its entry
 * points.
 */
function check(files: Readonly<Record<string, string>>): string {
  const exports = {
    '.': { 'bunting-source': './src/index.ts' },
    ...(files['extra.ts'] !== undefined && { './extra': { 'bunting-source': './src/extra.ts' } }),
  };
  write('package.json', JSON.stringify({ exports }));
  for (const [name, text] of Object.entries(files)) write(join('src', name), text);
  return spawnSync(process.execPath, [script, root], { encoding: 'utf8' }).stderr;
}

function write(name: string, text: string): void {
  const path = join(root, 'packages', 'birds', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const documented = '/** Sings. */\nexport function sing() {}\n';

describe('an entry point of a package', () => {
  it('may export what has a doc comment at its declaration', () => {
    const index = "export { sing } from './sing.ts';\nexport type { Song } from './sing.ts';\n";
    const text = `${documented}\n/**\n * What is sung.\n */\nexport interface Song {}\n`;
    expect(check({ 'index.ts': index, 'sing.ts': text })).toBe('');
  });

  it('must not export a function without a doc comment', () => {
    const files = {
      'index.ts': "export { sing } from './sing.ts';\n",
      'sing.ts': 'export function sing() {}\n',
    };
    expect(check(files)).toBe(
      'packages/birds/src/sing.ts:1: sing is exported by its package and has no doc comment.\n',
    );
  });

  it('must not export a type without a doc comment', () => {
    const files = {
      'index.ts': "export { type Song } from './sing.ts';\n",
      'sing.ts': 'export type Song = 1;\n',
    };
    expect(check(files)).toContain('Song is exported by its package and has no doc comment.');
  });

  it('is checked where it declares what it exports', () => {
    expect(
      check({ 'index.ts': documented, 'extra.ts': '// No doc comment.\nexport const pitch = 1;\n' }),
    ).toContain('packages/birds/src/extra.ts:2: pitch');
  });

  it('is checked through files that pass a name on', () => {
    const files = {
      'index.ts': "export { sing } from './nest/index.ts';\n",
      'nest/index.ts': "export { tweet as sing } from './tweet.ts';\n",
      'nest/tweet.ts': '/* No doc comment. */\nexport async function tweet() {}\n',
    };
    expect(check(files)).toContain('packages/birds/src/nest/tweet.ts:2: tweet');
  });

  it('need not document generated code', () => {
    const text = "import { Client } from './generated/client.ts';\n\nexport type { Client };\n";
    expect(check({ 'index.ts': text })).toBe('');
  });

  it('must list the names that it exports', () => {
    expect(check({ 'index.ts': "export type * from './sing.ts';\n", 'sing.ts': documented })).toBe(
      'packages/birds/src/index.ts: "export *" does not say what is exported; list the names.\n',
    );
  });

  it('may export 42 names', () => {
    expect(check({ 'index.ts': constants(42) })).toBe('');
  });

  it('must not export 43 names', () => {
    expect(check({ 'index.ts': constants(43) })).toBe(
      'packages/birds/src/index.ts: exports 43 names; an entry point has at most 42.\n',
    );
  });
});

function constants(count: number): string {
  return Array.from({ length: count }, (_, n) => `/** A number. */\nexport const number${n} = ${n};\n`).join(
    '',
  );
}
