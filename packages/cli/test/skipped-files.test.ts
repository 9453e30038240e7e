import { afterEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runBunting } from './run-bunting.ts';
import { createRepository, type TemporaryRepository } from './temporary-repository.ts';

const call = "client.isEnabled('checkout');\n";
let repository: TemporaryRepository;
afterEach(() => repository.remove());

async function scan(args: readonly string[] = []) {
  const { stdout, stderr, code } = await runBunting(repository, [
    'refs',
    'scan',
    '--format',
    'json',
    ...args,
  ]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const { references, files } = JSON.parse(stdout) as {
    references: { file: string }[];
    files: { scanned: number; skipped: Record<string, number> };
  };
  return {
    found: references.map(({ file }) => file),
    skipped: files.skipped,
    scanned: files.scanned,
    stderr,
  };
}

describe('a file that is not scanned', () => {
  it('is counted by its reason, also in the summary', async () => {
    repository = createRepository();
    symlinkSync('a.ts', join(repository.folder, 'link.ts'));
    repository.commit({
      'a.ts': call,
      'node_modules/x/index.js': call,
      'app/vendor/y.php': call,
      'yarn.lock': call,
      'app.min.js': call,
      'banner.js': `/* by\n * Ada */\n${'x=1;'.repeat(3_000)}${call}`,
      'image.ts': Buffer.from(`\0${call}`),
      'large.ts': call + ' '.repeat(1024 * 1024),
      'pointer.ts': `version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n${call}`,
      'just-small-enough.ts': call + '//\n'.repeat(349_000),
    });
    repository.git(
      'update-index',
      '--add',
      '--cacheinfo',
      `160000,${repository.git('rev-parse', 'HEAD')},sub`,
    );

    const { found, skipped, scanned, stderr } = await scan();
    expect(found).toEqual(['a.ts', 'just-small-enough.ts']);
    expect(scanned).toBe(2);
    expect(skipped).toEqual({
      vendored: 3,
      minified: 2,
      binary: 1,
      large: 1,
      symlink: 1,
      submodule: 1,
      lfs: 1,
    });
    expect(stderr).toContain(
      'Skipped 10 files: 3 vendored or generated, 2 minified, 1 binary, 1 over 1 MB, 1 symbolic links, 1 submodules, 1 LFS pointers.',
    );
    expect((await scan(['--verbose'])).stderr).toContain('skipped (binary): image.ts');
  });

  it('is not a file in UTF-16 with a byte-order mark', async () => {
    const text = `// größer 😀\n\n${call}`;
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    const pointed = "export const KEY = 'by-constant';\n";
    repository = createRepository({
      'little.ts': little,
      'big.ts': Buffer.from(little).swap16(),
      'keys.ts': Buffer.from(`\ufeff${pointed}`, 'utf16le'),
      'use.ts': "import { KEY } from './keys';\nclient.isEnabled(KEY);\n",
      'no-mark.ts': little.subarray(2),
      'utf-32.ts': Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0]),
      'large.bin': Buffer.concat([Buffer.from([1, 0, 1]), Buffer.alloc(1024 * 1024, 'x')]),
    });
    const { found, skipped } = await scan();
    expect(found).toEqual(['big.ts', 'little.ts', 'use.ts']);
    expect(skipped).toEqual({ binary: 3 });
    const { stdout } = await runBunting(repository, ['refs', 'scan']);
    expect(stdout).toContain("little.ts:3: checkout  client.isEnabled('checkout');\n");
    expect(stdout).toContain('use.ts:2: by-constant');
  });

  it('is a file that git ignores or does not track', async () => {
    repository = createRepository();
    repository.write({ '.gitignore': 'build/\n', 'build/a.ts': call, 'b.ts': call });
    repository.git('add', '.');
    repository.git('commit', '-q', '-m', 'A commit');
    repository.write({ 'untracked.ts': call });
    expect((await scan()).found).toEqual(['b.ts']);
  });

  it('is a file that bunting.yaml ignores, unless a rule with ! includes it again', async () => {
    repository = createRepository({
      'bunting.yaml': "ignore: ['docs/*', '!docs/keep.ts', '!vendor/ours/']",
      'docs/a.ts': call,
      'docs/keep.ts': call,
      'vendor/ours/b.ts': call,
      'vendor/theirs/c.ts': call,
    });
    const { found, skipped } = await scan();
    expect(found).toEqual(['docs/keep.ts', 'vendor/ours/b.ts']);
    expect(skipped).toEqual({ ignored: 1, vendored: 1 });
  });

  it('is a file that .gitattributes marks as vendored or generated', async () => {
    repository = createRepository({
      '.gitattributes':
        'theirs/** linguist-vendored\nmade.ts linguist-generated=true\nours/** -linguist-vendored\n',
      'theirs/a.ts': call,
      'made.ts': call,
      'ours/b.ts': call,
    });
    const { found, skipped } = await scan();
    expect(found).toEqual(['ours/b.ts']);
    expect(skipped).toEqual({ vendored: 2 });
  });
});

describe('a hostile working tree', () => {
  it('cannot make the scan follow a symbolic link, neither as a folder nor as a file', async () => {
    repository = createRepository({ 'src/a.ts': call, 'b.ts': call, 'c.ts': call });
    const outside = join(repository.folder, '.git', 'outside');
    mkdirSync(outside);
    renameSync(join(repository.folder, 'src/a.ts'), join(outside, 'a.ts'));
    rmSync(join(repository.folder, 'src'), { recursive: true });
    symlinkSync(outside, join(repository.folder, 'src'));
    rmSync(join(repository.folder, 'b.ts'));
    symlinkSync(join(outside, 'a.ts'), join(repository.folder, 'b.ts'));

    const { found, skipped } = await scan();
    expect(found).toEqual(['c.ts']);
    expect(skipped).toEqual({ symlink: 1, missing: 1 });
  });

  it('cannot block the scan with a named pipe', async () => {
    repository = createRepository({ 'a.ts': call, 'b.ts': call });
    rmSync(join(repository.folder, 'a.ts'));
    execFileSync('mkfifo', [join(repository.folder, 'a.ts')]);
    expect((await scan()).found).toEqual(['b.ts']);
  });

  it('cannot control the terminal by file names', async () => {
    repository = createRepository({ 'a\u001b[31m.ts': call });
    const { stdout } = await runBunting(repository, ['refs', 'scan']);
    expect(stdout).toBe("a\\u001b[31m.ts:1: checkout  client.isEnabled('checkout');\n");
  });
});

describe('a file with an odd name', () => {
  it('is scanned if its name can be sent', async () => {
    repository = createRepository({ 'sp ace/ümläut\n"quote".ts': call });
    expect((await scan()).found).toEqual(['sp ace/ümläut\n"quote".ts']);
  });

  it('is scanned if its name cannot be sent, unless it leads out of the repository or is no UTF-8', async () => {
    repository = createRepository();
    const long = `${`${'d'.repeat(250)}/`.repeat(4)}${'f'.repeat(30)}.ts`;
    repository.commit({ [long]: call, 'a.ts': call, 'b\t.ts': call, '\\srv.ts': call, ' ': call });
    writeFileSync(Buffer.from(`${repository.folder}/latin-\xfc.ts`, 'latin1'), call);
    repository.git('add', '-A');
    const { found, skipped, stderr } = await scan();
    expect(found).toEqual(['a.ts', 'b\t.ts', long]);
    expect(skipped).toEqual({ 'odd-name': 2 });
    expect(stderr).toContain('2 with a name that cannot be sent ("\\srv.ts", "latin-\ufffd.ts").');
  });
});
