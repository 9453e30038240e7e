import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findProgram } from '@bunting/testing/requirements';
import { freePorts, runStart, type StartCommand } from './start-command.ts';

const run = promisify(execFile);
const readme = new URL('../../README.md', import.meta.url);
let folder: string;
let installation: StartCommand;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bunting-tour-'));
  await chmod(folder, 0o755); // for the user that PostgreSQL runs as
  const ports = await freePorts();
  port = Number(ports['PORT']);
  installation = runStart({ ...ports, DATA_DIR: join(folder, 'data') });
  await installation.ready;
});

afterAll(async () => {
  installation.send('SIGTERM');
  await installation.ended;
  await rm(folder, { recursive: true, force: true });
});

/** The shell commands under a heading of the README. */
async function commandsUnder(heading: string): Promise<string> {
  const text = await readFile(readme, 'utf8');
  const section = text.slice(text.indexOf(`\n## ${heading}\n`));
  return /```sh\n([\s\S]*?)```/.exec(section)![1]!;
}

/** Where there is no curl, curl.mjs replaces it. */
async function pathWithCurl(): Promise<string> {
  const path = process.env['PATH']!;
  if (findProgram('curl') !== undefined) return path;
  const standIn = fileURLToPath(new URL('curl.mjs', import.meta.url));
  await symlink(standIn, join(folder, 'curl'));
  return `${folder}${delimiter}${path}`;
}

describe('the tour of the README', () => {
  it('goes from signing up to an evaluation of a feature of one’s own', async () => {
    const commands = (await commandsUnder('A feature of your own')).replace(
      'localhost:8080',
      `127.0.0.1:${port}`,
    );
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
