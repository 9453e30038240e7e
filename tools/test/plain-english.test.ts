import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const workspace = fileURLToPath(new URL('../..', import.meta.url));

/** Returns what a check prints about a folder. */
function check(script: 'check-words.mjs' | 'check-comments.mjs', ...args: string[]): string {
  return spawnSync(process.execPath, [join(workspace, 'tools', script), ...args], { encoding: 'utf8' })
    .stderr;
}

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bunting-english-'));
  execFileSync('git', ['init', '--quiet', root]);
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a file that the checks read. */
function write(path: string, ...lines: string[]): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.join('\n'));
  execFileSync('git', ['-C', root, 'add', path]);
}

describe('comments', () => {
  it('do not begin with a noun clause', () => {
    write(
      'src/birds.ts',
      '/** What is left of the birds. */',
      'export const nests = 3;',
      '// Whoever sings is counted.',
      '/*',
      ' * How they fly.',
      ' */',
      'export type Wings = 2;',
      '/** The birds that sing. */',
      'export const singers = 2;',
      '// They sing',
      '// what they like.',
    );
    expect(check('check-comments.mjs', root).match(/birds\.ts:\d+(?=.*noun clause)/g)).toEqual([
      'birds.ts:1',
      'birds.ts:3',
      'birds.ts:4',
    ]);
  });

  it('of functions begin with a verb in the third person', () => {
    write(
      'src/birds.ts',
      '/** The song of a bird. */',
      'export function sing() {}',
      '/** Keys of the cages. */',
      'export const open = (cages: readonly string[]) => cages;',
      'export class Bird {',
      '  /** Away from here. */',
      '  async fly() {}',
      '}',
      '/** Flies away. Where to is random. */',
      'export async function fly() {}',
      '/** The birds by name. */',
      'export const birds = (await fly(), new Map());',
    );
    expect(check('check-comments.mjs', root).match(/birds\.ts:\d+(?=.*verb)/g)).toEqual([
      'birds.ts:1',
      'birds.ts:3',
      'birds.ts:6',
    ]);
  });
});

describe('names', () => {
  it('are read in screens and style sheets, without the text for people', () => {
    write('src/nest.tsx', 'const heldBirds = 2;', 'return <p>Birds that hear news</p>;');
    write('src/nest.module.css', '.dormant {', '  place-items: center;', '  outline: none;', '}');
    expect(check('check-words.mjs', root).match(/nest\S+:\d+(?=: \w+ —)/g)).toEqual([
      'nest.module.css:1',
      'nest.tsx:1',
    ]);
  });

  it('that are exported say what a function does, and call limits max', () => {
    write(
      'src/birds.ts',
      'export function nameOf() {}',
      'export const keysOf = (bird: object) => Object.keys(bird);',
      'export const mostBirds = 3;',
      'export type KeptBirds = 2;',
      'const nestOf = () => 1;',
      'export const numberOf = 2;',
      'export function getName() {}',
    );
    expect(check('check-words.mjs', root).match(/\w+(?= is exported)/g)).toEqual([
      'nameOf',
      'keysOf',
      'mostBirds',
      'KeptBirds',
    ]);
  });
});

describe('folders that a check does not read yet', () => {
  it.each(['check-words.mjs', 'check-comments.mjs'] as const)('still fail %s', (script) => {
    expect(check(script, workspace, '--pending')).toBe('');
  });
});
