import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';

const program = fileURLToPath(new URL('../check-files.mjs', import.meta.url));

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'bunting-files-'));
  execFileSync('git', ['init', '--quiet', root]);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, ...lines: string[]): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.join('\n'));
  execFileSync('git', ['-C', root, 'add', '--force', path]);
}

/** Returns the lines that the check prints. */
function check(): string[] {
  return spawnSync(process.execPath, [program, root], { encoding: 'utf8' })
    .stderr.split('\n')
    .filter(Boolean);
}

describe('files', () => {
  it('at the root are listed', () => {
    write('package.json', '{}');
    write('compile');
    write('notes.txt');
    expect(check().map((line) => line.split(':')[0])).toEqual(['compile', 'notes.txt']);
  });

  it('have an extension', () => {
    for (const path of ['src/LICENSE', 'src/Dockerfile', 'src/.npmrc', 'src/a.ts', '.ci/run']) write(path);
    write('src/model');
    expect(check()).toEqual([
      'src/model: this file has no extension: delete it, or list it in tools/check-files.mjs.',
    ]);
  });
});

describe('paths', () => {
  beforeEach(() => {
    write('packages/nest/src/birds.ts');
    write('docs/adr/0007-nests.md');
  });

  it.each([
    ['a link', 'See [birds](../packages/nest/src/birds.ts#song).'],
    ['a link to a folder', 'See [the decisions](adr/).'],
    ['a path from the root', 'See `packages/nest/src/birds.ts`.'],
    ['a folder', 'All of `packages/nest/` sings.'],
    ['the end of a path', 'See `src/birds.ts` and birds.ts.'],
    ['a decision by its number', 'See docs/adr/0007.'],
    ['files that a build creates', 'See packages/nest/dist/birds.js.'],
    ['an address', 'See https://docs.example/src/wings.ts.'],
    ['another slash', 'Birds and/or wings, 1/2.'],
  ])('in documentation may be %s', (_, line) => {
    write('docs/birds.md', line);
    expect(check()).toEqual([]);
  });

  it.each([
    ['a link', 'See [wings](../packages/nest/src/wings.ts).', '../packages/nest/src/wings.ts'],
    ['a path from the root', 'See `packages/nest/test/birds.ts`.', 'packages/nest/test/birds.ts'],
    ['a folder', 'All of `packages/cage/` sings.', 'packages/cage'],
    ['the end of a path', 'See `test/birds.ts`.', 'test/birds.ts'],
    ['a name', 'See wings.ts.', 'wings.ts'],
  ])('in documentation exist: %s', (_, line, path) => {
    write('docs/birds.md', '# Birds', line);
    expect(check()).toEqual([`docs/birds.md:2: there is no ${path}.`]);
  });

  it('exist in comments, but not in the text of code', () => {
    write('packages/nest/src/eggs.ts', '// As wings.ts does.', "const path = 'packages/nest/src/wings.ts';");
    write('deploy/fly.sh', '# Reads deploy/wings.cfg.', 'cat deploy/wings.cfg');
    expect(check()).toEqual([
      'deploy/fly.sh:1: there is no deploy/wings.cfg.',
      'packages/nest/src/eggs.ts:1: there is no wings.ts.',
    ]);
  });

  it('exist in configuration files at the root', () => {
    write('jest.config.mjs', "const alone = '<rootDir>/packages/nest/test/birds.test.ts';");
    write('Dockerfile', 'COPY packages/cage .');
    expect(check()).toEqual([
      'Dockerfile:1: there is no packages/cage.',
      'jest.config.mjs:1: there is no packages/nest/test/birds.test.ts.',
    ]);
  });

  it('may not lead to a file that was deleted, even before that is committed', () => {
    write('docs/birds.md', 'See `src/birds.ts`.');
    rmSync(join(root, 'packages/nest/src/birds.ts'));
    expect(check()).toEqual(['docs/birds.md:1: there is no src/birds.ts.']);
  });

  it('may be gone from the changelog, whose links exist', () => {
    write('CHANGELOG.md', 'wings.ts is gone.', '[Wings](docs/wings.md)');
    expect(check()).toEqual(['CHANGELOG.md:2: there is no docs/wings.md.']);
  });
});
