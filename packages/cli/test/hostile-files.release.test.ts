import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBunting } from './run-bunting.ts';
import { json, startStandIn, type StandIn } from './service-stand-in.ts';
import { createRepository, type TemporaryRepository } from './temporary-repository.ts';

const call = "client.isEnabled('checkout-layout');\n";
let service: StandIn;
let repository: TemporaryRepository;
let outside: string;
beforeEach(async () => {
  service = await startStandIn(['checkout-layout']);
  outside = mkdtempSync(join(tmpdir(), 'bunting-outside-'));
  repository = createRepository({ 'src/a.ts': call, 'b.ts': call });
});
afterEach(async () => {
  await service.stop();
  repository.remove();
  rmSync(outside, { recursive: true, force: true });
});

const bunting = (...args: string[]) => runBunting(repository, args, service.env);
const inTree = (name: string) => join(repository.folder, name);
const variables = [{ key: 'checkout-layout', type: 'string', feature: 'checkout', client: true }];
const pipe = (path: string) => {
  rmSync(path, { force: true });
  execFileSync('mkfifo', [path]);
};

describe('bunting.yaml', () => {
  const scan = () => bunting('refs', 'scan', '--format', 'json');

  it('may be a link to a file of the repository', async () => {
    repository.write({ 'config/bunting.yaml': "ignore: ['src/']\n" });
    symlinkSync('config/bunting.yaml', inTree('bunting.yaml'));
    const { stdout } = await scan();
    expect(JSON.parse(stdout).files.skipped).toEqual({ ignored: 1 });
  });

  it('must not be a link to a file elsewhere, whose lines errors would print', async () => {
    writeFileSync(join(outside, 'secret.yaml'), 'password: [hunter2\n');
    symlinkSync(join(outside, 'secret.yaml'), inTree('bunting.yaml'));
    const { code, stderr } = await scan();
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('link that leads out of'),
    });
    expect(stderr).not.toContain('hunter2');
  });

  it.each([
    ['a device that never ends', () => symlinkSync('/dev/zero', inTree('bunting.yaml'))],
    ['a device that waits', () => symlinkSync('/dev/tty', inTree('bunting.yaml'))],
    ['a pipe', () => pipe(inTree('bunting.yaml'))],
    [
      'a link to a pipe',
      () => {
        pipe(inTree('queue'));
        symlinkSync('queue', inTree('bunting.yaml'));
      },
    ],
    ['a folder', () => mkdirSync(inTree('bunting.yaml'))],
    ['longer than 256 KiB', () => writeFileSync(inTree('bunting.yaml'), '# a\n'.repeat(70_000))],
  ])('must not be %s', async (_, make) => {
    make();
    for (const command of [['refs', 'scan'], ['refs', 'scan', '--config', 'bunting.yaml'], ['types']]) {
      const { code, stdout, stderr } = await bunting(...command);
      expect({ code, stdout, stderr }).toMatchObject({ code: 2, stdout: '' });
      expect(stderr.length).toBeLessThan(500);
    }
  });

  // Each of these took minutes, or hours, in proportion to the square of its length.
  it.each([
    ['20,000 keys', Array.from({ length: 20_000 }, (_, i) => `key${i}: 1\n`).join('')],
    [
      '20,000 keys in a list',
      `ignore: [{${Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join(', ')}}]`,
    ],
    ['20,000 errors on a line', `{${'a: b c: d, '.repeat(20_000)}}`],
    ['20,000 aliases', `a: &x 1\nb: [${'*x, '.repeat(20_000)}]`],
    [
      '8,000 anchors and aliases',
      `${Array.from({ length: 8_000 }, (_, i) => `a${i}: &x${i} 1\n`).join('')}b: [${Array.from({ length: 8_000 }, (_, i) => `*x${i}`).join(', ')}]`,
    ],
    ['120,000 levels', `${'['.repeat(120_000)}${']'.repeat(120_000)}`],
    ['two keys of one name', 'project: a\nproject: b\n'],
    ['too many stars', `ignore: ['${'a*'.repeat(50)}b']`],
    ['too many folders', `ignore: ['${'**/a/'.repeat(50)}b']`],
    ['too many stars of a pattern', `patterns: [{pattern: '(a)', files: ['${'a*'.repeat(50)}b']}]`],
    ['too many patterns', `patterns:\n${"  - pattern: '(a)'\n".repeat(10_000)}`],
    ['too many rules', `ignore:\n${'  - a\n'.repeat(10_000)}`],
  ])('is refused at once with %s', async (_, text) => {
    repository.write({ 'bunting.yaml': text });
    const { code, stderr } = await scan();
    expect({ code, stderr: stderr.slice(0, 300) }).toMatchObject({ code: 2 });
    expect(stderr.split('\n').length).toBeLessThan(60);
    expect(stderr).toContain('bunting.yaml');
  });

  it('gets a key that is there twice reported with its place', async () => {
    repository.write({ 'bunting.yaml': 'project: a\nignore: []\nproject: b\n' });
    expect((await scan()).stderr).toBe('bunting.yaml: duplicate key at line 3, column 1.\n');
  });
});

describe('a file that is read or written', () => {
  const target = () => join(outside, 'target.d.ts');
  const links: readonly (readonly [what: string, make: () => void, out: string])[] = [
    ['a link to a file outside', () => symlinkSync(target(), inTree('out.d.ts')), 'out.d.ts'],
    ['a folder that is a link', () => symlinkSync(outside, inTree('gen')), 'gen/target.d.ts'],
    [
      'a link to a link',
      () => {
        symlinkSync(outside, inTree('one'));
        symlinkSync('one', inTree('two'));
      },
      'two/target.d.ts',
    ],
    [
      'a link to a hook of this repository',
      () => symlinkSync('.git/hooks', inTree('gen'), 'dir'),
      'gen/target.d.ts',
    ],
    [
      'a dangling link',
      () => symlinkSync(join(outside, 'none', '..', 'target.d.ts'), inTree('out.d.ts')),
      'out.d.ts',
    ],
  ];

  it.each(links)('is not %s, for any command', async (_, make, out) => {
    writeFileSync(target(), 'mine\n');
    mkdirSync(inTree('.git/hooks'), { recursive: true });
    make();
    for (const args of [
      ['types', '--out', out],
      ['types', '--out', inTree(out)],
      ['refs', 'scan', '--output', out],
      ['refs', 'diff', 'HEAD', '--output', out],
    ]) {
      service.next(
        args[0] === 'types' ? json(200, { variables }) : json(200, { keys: [], archived_keys: [] }),
      );
      const { code, stderr } = await bunting(...args);
      expect({ args, code, stderr }).toMatchObject({ code: 2 });
      expect(readFileSync(target(), 'utf8')).toBe('mine\n');
      expect(existsSync(inTree('.git/hooks/target.d.ts'))).toBe(false);
    }
  });

  it('is not a link, also where the repository is named by a link', async () => {
    const alias = join(outside, 'alias');
    symlinkSync(repository.folder, alias);
    writeFileSync(target(), 'mine\n');
    symlinkSync(outside, inTree('gen'));
    service.next(json(200, { variables }));
    expect(await bunting('types', '--out', join(alias, 'gen/target.d.ts'))).toMatchObject({ code: 2 });
    expect(readFileSync(target(), 'utf8')).toBe('mine\n');
  });

  it('may be anything outside that the user names', async () => {
    const link = join(outside, 'link.d.ts');
    symlinkSync('target.d.ts', link);
    for (const out of [target(), link]) {
      service.next(json(200, { variables }));
      expect(await bunting('types', '--out', out)).toMatchObject({ code: 0 });
    }
    expect(readFileSync(target(), 'utf8')).toContain('checkout-layout');
  });

  it.each([
    'types --out queue.d.ts',
    'types --out queue.d.ts --check',
    'refs scan --output queue.d.ts',
    'refs scan --check --keys-file queue.d.ts',
  ])('is not a pipe: %s', async (command) => {
    pipe(inTree('queue.d.ts'));
    service.next(json(200, command.startsWith('types') ? { variables } : { keys: [] }));
    expect(await bunting(...command.split(' '))).toMatchObject({ code: 2 });
  });

  it('is not a list of keys elsewhere', async () => {
    writeFileSync(join(outside, 'keys'), 'checkout-layout\n');
    symlinkSync(join(outside, 'keys'), inTree('keys'));
    expect(await bunting('refs', 'scan', '--check', '--keys-file', 'keys')).toMatchObject({ code: 2 });
    expect(await bunting('refs', 'scan', '--check', '--keys-file', join(outside, 'keys'))).toMatchObject({
      code: 0,
    });
    symlinkSync('/dev/zero', inTree('zero'));
    expect(await bunting('refs', 'scan', '--check', '--keys-file', 'zero')).toMatchObject({ code: 2 });
  });
});
