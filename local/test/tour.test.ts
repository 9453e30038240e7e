import { afterAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '@bunting/testing/requirements';
import { sharedInstallation } from './installation/shared-installation.ts';

const run = promisify(execFile);
const page = (path: string) => new URL(`../../${path}`, import.meta.url);
const { port } = await sharedInstallation();
const folder = await mkdtemp(join(tmpdir(), 'bunting-tour-'));

afterAll(() => rm(folder, { recursive: true, force: true }));

/**
 * Returns the first code under a heading of a page, or the one after `skip` others, asking the installation of the
 * run.
 */
async function codeUnder(path: string, heading: string, language: 'sh' | 'js', skip = 0): Promise<string> {
  const text = await readFile(page(path), 'utf8');
  const section = text.slice(text.search(new RegExp(`^##+ ${heading}$`, 'm')));
  const blocks = [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))];
  return blocks[skip]![1]!.replaceAll('localhost:8080', `127.0.0.1:${port}`);
}

/** Returns the output of a program. `--experimental-eventsource`: a browser has it. */
async function printedBy(program: string, env: Record<string, string> = {}): Promise<string> {
  const args = ['--no-warnings', '--experimental-eventsource', '--input-type=module', '--eval', program];
  const options = {
    cwd: fileURLToPath(page('local')),
    env: { PATH: process.env['PATH'], ...env },
    timeout: 60_000,
  };
  const { stdout, stderr } = await run(process.execPath, args, options);
  expect(stderr).toBe('');
  return stdout.trim();
}

/** Returns the file of an entry point of @bunting/node, which is not installed here. */
function builtModule(name: string): string {
  const entry = name.endsWith('/local') ? 'local' : 'index';
  return page(`packages/node/dist/esm/${entry}.js`).href;
}

/** Returns a PATH on which curl.mjs replaces a missing curl. */
async function pathWithCurl(): Promise<string> {
  const path = process.env['PATH']!;
  if (findProgram('curl') !== undefined) return path;
  const standIn = fileURLToPath(new URL('curl.mjs', import.meta.url));
  await symlink(standIn, join(folder, 'curl'));
  return `${folder}${delimiter}${path}`;
}

describe('the tour of the README', () => {
  it('goes from signing up to an evaluation of a feature of one’s own', async () => {
    const commands = await codeUnder('README.md', 'A feature of your own', 'sh');
    const { stdout, stderr } = await run('bash', ['--norc', '-euc', commands], {
      cwd: folder,
      env: { PATH: await pathWithCurl() },
    });
    expect(stderr).toBe('');
    const answers = stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(answers.filter((answer) => 'error' in answer)).toEqual([]);
    expect(answers.slice(-4)).toMatchObject([
      { value: 'Kia ora', reason: 'targeting_rule_matched', feature: 'greeting' },
      { result: { value: 'Hello', reason: 'no_rule_matched' } },
      { accepted: 1 },
      { items: [{ event: 'smiled', variation: 'maori', count: 1, users: 1 }] },
    ]);
  });
});

describe('the first requests of the README', () => {
  it('ask by OpenFeature', async () => {
    expect(await printedBy(await codeUnder('README.md', 'A first request', 'js'))).toBe('Welcome back!');
  });

  it('ask from a page', async () => {
    const program = await codeUnder('README.md', 'A first request', 'js', 1);
    const printed = await printedBy(`${program}\nconsole.log((await answer.json()).value);`);
    expect(printed).toBe('Welcome back!');
  });
});

describe('the examples of docs/reference/sdks.md', () => {
  const path = 'docs/reference/sdks.md';

  it('ask with the OpenFeature SDK for servers', async () => {
    const program = await codeUnder(path, 'OpenFeature', 'js');
    expect(await printedBy(program)).toBe('one-page');
  });

  it('ask with our providers', async () => {
    const [server, page] = await Promise.all(
      [0, 1].map((index) => codeUnder(path, 'OpenFeature with our providers', 'js', index)),
    );
    expect(await printedBy(server!)).toBe('one-page');
    expect(await printedBy(`${page}\nprocess.exit();`)).toBe('Welcome back!');
  });

  it('ask with the OpenFeature SDK for pages', async () => {
    const program = await codeUnder(path, 'OpenFeature in a page', 'js');
    expect(await printedBy(`${program}\nprocess.exit();`)).toBe('Welcome back!');
  });

  it('ask for many variables with one request', async () => {
    const commands = await codeUnder(path, 'Plain HTTP', 'sh');
    const { stdout } = await run('bash', ['--norc', '-euc', commands], {
      env: { PATH: await pathWithCurl() },
    });
    expect(JSON.parse(stdout)).toMatchObject({
      results: { 'checkout-layout': { value: 'one-page' }, 'banner-text': { value: 'Welcome back!' } },
    });
  });

  it('ask with our client', async () => {
    const program = await codeUnder(path, 'A page with our client', 'js');
    expect(await printedBy(`${program}\nawait flags.close();`)).toBe('Welcome back!');
  });

  it('ask from a page without a library, and are told of a change', async () => {
    const asks = await codeUnder(path, 'A page by itself', 'js');
    const subscribes = await codeUnder(path, 'A page by itself', 'js', 1);
    const printed = await printedBy(`${asks}
      const refresh = (version) => { console.log(Number(version) > 0); process.exit(); };
      ${subscribes}`);
    expect(printed.split('\n')).toEqual(['Welcome back!', 'true']);
  });

  it('sign a user, also as docs/reference/management-api.md says', async () => {
    const env = { BUNTING_SIGNING_SECRET: 'bus_00' };
    const program = `${await codeUnder(path, 'Signed users', 'js', 1)}\nconsole.log(signature);`;
    const signature = await printedBy(program, env);
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    const other = await codeUnder(
      'docs/reference/management-api.md',
      'Projects, environments and keys',
      'js',
    );
    expect(await printedBy(`${other}\nconsole.log(userSignature);`, env)).toBe(signature);
  });

  it('sign the members of a user', async () => {
    const program = `${await codeUnder(path, 'Signed users', 'js')}\nconsole.log(signature);`;
    const signed = program.replace('@bunting/node', builtModule);
    expect(await printedBy(signed, { BUNTING_SIGNING_SECRET: 'bus_00' })).toMatch(
      /^v2:[a-z_,]+:[0-9a-f]{64}$/,
    );
  });

  it('track what a user did', async () => {
    const client = await codeUnder(path, 'A page with our client', 'js');
    const track = await codeUnder(path, 'From an exposure to a result', 'js');
    expect(
      await printedBy(`${client}\n${track}\nconsole.log(await flags.flush()); await flags.close();`),
    ).toBe('Welcome back!\ntrue');
  });

  it.each([
    ['ask with the client for servers', 'A server in Node.js'],
    ['evaluate in the process', 'Evaluation in your process'],
  ])('%s', async (_, heading) => {
    const program = await codeUnder(path, heading, 'js');
    expect(await printedBy(program.replace(/@bunting\/node(?:\/local)?/, builtModule))).toBe('one-page');
  });

  it('read a datafile', async () => {
    const commands = await codeUnder(path, 'Datafiles', 'sh');
    const { stdout } = await run('bash', ['--norc', '-euc', commands], {
      env: { PATH: await pathWithCurl() },
    });
    expect(JSON.parse(stdout)).toMatchObject({
      organisation: 'acme',
      project: 'shop',
      environment: 'production',
    });
  });
});
