import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { chmod, copyFile, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { until } from '@bunting/testing';
import { ProcessRegistry } from '../src/processes/process-registry.ts';
import { services } from '../src/services.ts';
import { freePorts, runStart, type StartCommand } from './start-command.ts';

const folder = await mkdtemp(join(tmpdir(), 'bunting-start-'));
await chmod(folder, 0o755); // for the user that PostgreSQL runs as
const ports = await freePorts();
const [port, evalApiPort] = [Number(ports['PORT']), Number(ports['EVAL_API_PORT'])];
const dataDir = join(folder, 'data');
const env = { ...ports, DATA_DIR: dataDir };
let running: StartCommand | undefined;

afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(more: Record<string, string> = {}): Promise<string> {
  running = runStart({ ...env, ...more });
  return running.ready;
}

async function failureOf(more: Record<string, string>): Promise<string> {
  const { code, output } = await runStart({ ...env, ...more }).ended;
  expect(code).toBe(1);
  return output;
}

/** Sends the request that the command prints, as a person would who copies it. */
async function askAsPrinted(output: string): Promise<{ answer: object; printed: object }> {
  const [, url, key, body] = /curl (\S+) \\\n\s+-H 'X-API-Key: (\S+)' .*\\\n\s+-d '(.*)'/.exec(output)!;
  const printed = output.split('\n').find((line) => line.trim().startsWith('{"key"'))!;
  const response = await fetch(url!.replace('localhost', '127.0.0.1'), {
    method: 'POST',
    headers: { 'X-API-Key': key! },
    body: body!,
  });
  return { answer: withoutTrace(await response.json()), printed: withoutTrace(JSON.parse(printed)) };
}

/** Does what the snippet for pages does that the command prints, as a page of some site. */
async function askAsPage(output: string): Promise<{ answer: object; allowed: string | null }> {
  const [, url, body] = /fetch\('(\S+)', \{\s+method: 'POST',\s+body: JSON\.stringify\((.*)\),/.exec(output)!;
  const response = await fetch(url!.replace('localhost', '127.0.0.1'), {
    method: 'POST',
    headers: { Origin: 'https://shop.example', 'Content-Type': 'text/plain;charset=UTF-8' },
    body: body!.replaceAll(/(\w+):/g, '"$1":').replaceAll("'", '"'),
  });
  const allowed = response.headers.get('access-control-allow-origin');
  return { answer: (await response.json()) as object, allowed };
}

function withoutTrace(result: unknown): object {
  return { ...(result as object), evaluation_trace: undefined };
}

/** The processes of an installation, and a check whether they still run. */
async function processesOf(
  directory: string,
): Promise<{ names: string[]; stillRunning(): readonly object[] }> {
  const copy = join(folder, 'processes-before.json');
  await copyFile(join(directory, 'processes.json'), copy);
  const names = new ProcessRegistry(copy).leftovers().map(({ name }) => name);
  return { names, stillRunning: () => new ProcessRegistry(copy).leftovers() };
}

describe('npm start', () => {
  let first: string;
  let processes: Awaited<ReturnType<typeof processesOf>>;
  beforeAll(async () => {
    first = await start();
    processes = await processesOf(dataDir);
  });
  afterAll(async () => {
    running?.send('SIGTERM');
    await running?.ended;
  });

  // These tests use one installation, one after another.
  it('prints a request that is answered as it says', async () => {
    const { answer, printed } = await askAsPrinted(first);
    expect(answer).toEqual(printed);
  });

  it('prints a snippet for pages, whose answer any page may read', async () => {
    const { answer, allowed } = await askAsPage(first);
    expect(answer).toMatchObject({ key: 'banner-text', value: 'Welcome back!' });
    expect(allowed).toBe('https://shop.example');
  });

  it.each(['PostgreSQL', 'Redis', 'eval-api'])('starts %s again when it is killed', async (name) => {
    const { pid } = new ProcessRegistry(join(dataDir, 'processes.json'))
      .leftovers()
      .find((entry) => entry.name === name)!;
    process.kill(pid, 'SIGKILL');
    await until(() => running!.output().includes(`${name} runs again.`));
    await until(async () => {
      const { answer, printed } = await askAsPrinted(first);
      return isDeepStrictEqual(answer, printed);
    });
    expect(running!.output()).toMatch(
      new RegExp(`^${name} ended \\(SIGKILL\\); it is started again\\.$`, 'm'),
    );
  });

  it('refuses a data directory that is in use', async () => {
    expect(await failureOf(await freePorts())).toContain(
      `Another npm start (process ${running!.pid}) uses this DATA_DIR`,
    );
  });

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'stops at %s without leaving processes, and starts again with its data',
    async (signal) => {
      expect(new Set(processes.names)).toEqual(
        new Set(['PostgreSQL', 'Redis', ...services.map(({ name }) => name), 'npm start']),
      );
      running!.send(signal);
      expect((await running!.ended).code).toBe(0);
      expect(processes.stillRunning()).toEqual([]);

      await start({ BOOTSTRAP_FILE: '' });
      processes = await processesOf(dataDir);
      const { answer, printed } = await askAsPrinted(first);
      expect(answer).toEqual(printed);
    },
  );

  it('recovers when it was killed', async () => {
    running!.send('SIGKILL');
    await running!.ended;
    const { answer, printed } = await askAsPrinted(await start());
    expect(answer).toEqual(printed);
    expect(processes.stillRunning()).toEqual([]);
  });
});

describe('npm start fails in one sentence', () => {
  const elsewhere = { DATA_DIR: join(folder, 'elsewhere') };

  it('when ports are taken', async () => {
    const servers = [port, evalApiPort].map((number) => createServer().listen(number));
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const output = await failureOf(elsewhere);
    for (const server of servers) server.close();
    expect(output).toContain(`Port ${port} is taken: stop what listens there, or set PORT to another port.`);
    expect(output).toContain(
      `Port ${evalApiPort} is taken: stop what listens there, or set EVAL_API_PORT to`,
    );
  });

  it.each([
    ['DATABASE_URL', 'postgresql://somebody:hunter2@127.0.0.1:1/bunting'],
    ['REDIS_URL', 'redis://somebody:hunter2@127.0.0.1:1'],
  ])('when %s leads nowhere', async (variable, url) => {
    const output = await failureOf({ ...elsewhere, [variable]: url });
    expect(output).toMatch(
      new RegExp(`^${variable} cannot be used \\(127\\.0\\.0\\.1:1: .*ECONNREFUSED`, 'm'),
    );
    expect(output).not.toContain('hunter2');
  });

  it('when the data directory cannot be made', async () => {
    await writeFile(join(folder, 'file'), '');
    expect(await failureOf({ DATA_DIR: join(folder, 'file', 'data') })).toMatch(
      /^DATA_DIR cannot be written \(/m,
    );
  });

  it('when the data directory contains other files', async () => {
    const output = await failureOf({ DATA_DIR: folder });
    expect(output).toMatch(
      /^DATA_DIR \(.*\) holds other things, such as .*: set it to a directory of its own\.$/m,
    );
    expect((await stat(folder)).mode & 0o777).toBe(0o755);
  });

  it('when HOST is no address of this machine', async () => {
    const output = await failureOf({ ...elsewhere, HOST: '192.0.2.1' });
    expect(output).toContain('192.0.2.1 is no address of this machine: set HOST to one that is.');
  });

  it('when the bootstrap document has problems, with every path', async () => {
    const document = join(folder, 'document.yaml');
    await writeFile(document, 'organisations:\n  - slug: acme\n    plan: gold\n    status: gone\n');
    const output = await failureOf({ ...elsewhere, BOOTSTRAP_FILE: document });
    expect(output).toContain('organisations[0].plan');
    expect(output).toContain('organisations[0].status');
  });

  it('when there is no bootstrap document', async () => {
    const output = await failureOf({ ...elsewhere, BOOTSTRAP_FILE: join(folder, 'missing.yaml') });
    expect(output).toMatch(/^BOOTSTRAP_FILE cannot be read \(/m);
  });

  it('when settings are wrong, naming each', async () => {
    const output = await failureOf({ ...elsewhere, PORT: 'http', REDIS_URL: 'nowhere' });
    expect(output).toMatch(/2 mistakes:\n {2}PORT must .*\n {2}REDIS_URL must /);
  });
});
