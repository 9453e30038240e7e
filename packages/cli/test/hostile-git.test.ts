import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
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

describe('the configuration of git in a repository', () => {
  /** Sets each setting that makes git run a program to a program that leaves a file. */
  function arm(): string {
    const trap = join(outside, 'trap');
    const sprung = join(outside, 'sprung');
    writeFileSync(trap, `#!/bin/sh\necho "$0 $*" >> ${sprung}\ncat\n`, { mode: 0o755 });
    mkdirSync(join(outside, 'hooks'));
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'reference-transaction', 'pre-auto-gc'])
      writeFileSync(join(outside, 'hooks', hook), `#!/bin/sh\n${trap}\n`, { mode: 0o755 });
    repository.commit({
      '.gitattributes': '* filter=trap diff=trap merge=trap\n*.sh filter=process\n',
      'c.sh': 'client\n',
    });
    writeFileSync(
      inTree('.git/included'),
      `[core]\n\tfsmonitor = ${trap}\n[filter "trap"]\n\tclean = ${trap}\n\tsmudge = ${trap}\n\trequired\n` +
        `[filter "process"]\n\tprocess = ${trap}\n\trequired\n[filter "with space\\"]"]\n\tclean = ${trap}\n`,
    );
    appendFileSync(
      inTree('.git/config'),
      `[core]
	hooksPath = ${join(outside, 'hooks')}
	pager = ${trap}
	editor = ${trap}
	sshCommand = ${trap}
	gitProxy = ${trap}
	askPass = ${trap}
	alternateRefsCommand = ${trap}
[pager]
	diff = ${trap}
	config = ${trap}
	ls-files = ${trap}
[alias]
	diff = !${trap}
	ls-files = !${trap}
	rev-parse = !${trap}
[diff]
	external = ${trap}
[diff "trap"]
	command = ${trap}
	textconv = ${trap}
[merge "trap"]
	driver = ${trap}
[credential]
	helper = !${trap}
[extensions]
	partialClone = origin
[remote "origin"]
	promisor = true
	partialclonefilter = blob:none
	uploadpack = ${trap}
	vcs = trap
[protocol]
	allow = always
[protocol "ext"]
	allow = always
[submodule]
	recurse = true
[gpg]
	program = ${trap}
[include]
	path = included
[includeIf "gitdir:**"]
	path = included
`,
    );
    // Their times differ from those in the index, so git compares the contents.
    for (const file of ['src/a.ts', 'b.ts', 'c.sh']) utimesSync(inTree(file), new Date(0), new Date(0));
    return sprung;
  }

  it('runs no program, whichever command it is', async () => {
    const sprung = arm();
    const head = readFileSync(inTree('.git/refs/heads/main'), 'utf8').trim();
    const before = repository.git('--no-optional-locks', '-c', 'core.fsmonitor=', 'rev-parse', `${head}~1`);
    // git on its own springs the trap, whatever it answers.
    spawnSync('git', ['status', '--porcelain'], { cwd: repository.folder, env: repository.env });
    expect(readFileSync(sprung, 'utf8')).toContain('trap');
    rmSync(sprung);

    for (const args of [
      ['refs', 'push', '--repository', 'acme/shop', '--default-branch', 'main'],
      ['refs', 'push', '--dry-run', '--repository', 'acme/shop', '--default-branch', 'main', '--verbose'],
      ['refs', 'scan', '--check'],
      ['refs', 'diff', before],
    ]) {
      const { code, stderr } = await bunting(...args);
      expect({ args, code, stderr }).toMatchObject({ code: 0 });
      expect(existsSync(sprung) ? readFileSync(sprung, 'utf8') : '').toBe('');
    }
    service.next(json(200, { variables }));
    expect(await bunting('types')).toMatchObject({ code: 0 });
    expect(existsSync(sprung)).toBe(false);
  });

  it('runs no program to fetch what a partial clone lacks', async () => {
    const sprung = arm();
    const blob = repository.git('-c', 'core.fsmonitor=', 'rev-parse', 'HEAD:b.ts');
    rmSync(inTree(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`));
    repository.write({ 'b.ts': '' });
    const { code, stderr } = await bunting('refs', 'diff', 'HEAD');
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(existsSync(sprung) ? readFileSync(sprung, 'utf8') : '').toBe('');
  });

  it('runs no program of a repository within', async () => {
    const sprung = join(outside, 'sprung');
    repository.git('init', '-q', '-b', 'main', 'sub');
    const sub = (...args: string[]) => repository.git('-C', 'sub', ...args);
    sub('commit', '-q', '--allow-empty', '-m', 'A commit');
    repository.commit();
    repository.write({ 'sub/a.ts': call });
    sub('config', 'core.fsmonitor', `echo x >> ${sprung}; false`);
    repository.git('status', '--porcelain');
    expect(existsSync(sprung)).toBe(true);
    rmSync(sprung);
    expect(await bunting('refs', 'push', '--dry-run')).toMatchObject({ code: 0 });
    expect(existsSync(sprung)).toBe(false);
  });

  it('does not choose another working tree', async () => {
    writeFileSync(join(outside, 'b.ts'), 'client.isEnabled("of-somebody-else"); // private\n');
    repository.git('config', 'core.worktree', outside);
    const { code, stdout, stderr } = await bunting('refs', 'scan');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('core.worktree');
  });

  it.each(['config', 'index', 'HEAD', 'info/attributes'])(
    'cannot make git wait for a pipe: %s',
    async (name) => {
      mkdirSync(inTree('.git/info'), { recursive: true });
      pipe(inTree(`.git/${name}`));
      expect(await bunting('refs', 'scan')).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('is not a regular file'),
      });
    },
  );

  it('cannot make git wait for attributes', async () => {
    repository.commit({ '.gitattributes': '*.md linguist-vendored\n' });
    pipe(inTree('src/.gitattributes'));
    expect(await bunting('refs', 'scan')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('src/.gitattributes is not a regular file'),
    });
  });

  it('may name filters, which are off: files that they would change are compared as they are', async () => {
    repository.git('config', 'filter.upper.clean', 'tr a-z A-Z');
    repository.commit({ '.gitattributes': '*.txt filter=upper\n', 'a.txt': 'a' });
    utimesSync(inTree('a.txt'), new Date(0), new Date(0));
    const { code, stderr } = await bunting('refs', 'push', '--dry-run');
    expect(code).toBe(0);
    expect(stderr).toContain('uncommitted changes in 1 tracked file, such as a.txt');
    repository.git('config', 'filter.a=b.clean', 'cat');
    expect(await bunting('refs', 'push', '--dry-run')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('filter "a=b"'),
    });
  });
});

describe('the index of git', () => {
  it('cannot name a file outside of the tree', async () => {
    const blob = repository.git('hash-object', '-w', 'b.ts');
    execFileSync('git', ['update-index', '--add', '--index-info'], {
      cwd: repository.folder,
      env: repository.env,
      input: `100644 ${blob} 0\txx/bunting-outside.ts\n`,
    });
    // git refuses such a path, so it is written into the file, with its checksum.
    const content = readFileSync(inTree('.git/index')).subarray(0, -20);
    content.write('..', content.indexOf('xx/bunting'), 'latin1');
    writeFileSync(
      inTree('.git/index'),
      Buffer.concat([content, createHash('sha1').update(content).digest()]),
    );
    expect(repository.git('ls-files')).toContain('../bunting-outside.ts');
    const above = join(repository.folder, '..', 'bunting-outside.ts');
    writeFileSync(above, call);
    try {
      const { stdout } = await bunting('refs', 'scan', '--format', 'json');
      const { references, files } = JSON.parse(stdout) as {
        references: { file: string }[];
        files: { skipped: object };
      };
      expect(references.map(({ file }) => file)).toEqual(['b.ts', 'src/a.ts']);
      expect(files.skipped).toEqual({ 'odd-name': 1 });
    } finally {
      rmSync(above);
    }
  });
});
