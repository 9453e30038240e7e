import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { until } from '@bunting/testing';
import { ProcessRegistry } from '../src/processes/process-registry.ts';
import { services } from '../src/services.ts';
import { createAsking } from './installation/ask.ts';
import { asDecided, asPublished, decide, readFeature, statuses } from './installation/decisions.ts';
import { demo } from './installation/demo.ts';
import { askAsPage, askAsPrinted } from './installation/printed-requests.ts';
import { answers, otherAddress } from './installation/reach.ts';
import { makeDataParent } from './make-data-parent.ts';
import { freePorts, runStart, type StartCommand } from './start-command.ts';

const folder = await makeDataParent('bunting-start-');
const ports = await freePorts();
const dataDir = join(folder, 'data');
const env = { ...ports, DATA_DIR: dataDir, SECRETS_ENCRYPTION_KEY: 'seals the signing secrets of this test' };
const ask = createAsking(`http://127.0.0.1:${ports['PORT']}`);
let running: StartCommand;
let output: string;
let processes: Awaited<ReturnType<typeof processesOf>>;

async function start(more: Record<string, string> = {}): Promise<void> {
  running = runStart({ ...env, ...more });
  output = await running.ready;
  processes = await processesOf(dataDir);
}

/** Returns the processes of an installation, and a check whether they still run. */
async function processesOf(
  directory: string,
): Promise<{ names: string[]; stillRunning(): readonly object[] }> {
  const copy = join(folder, `processes-of-${running.pid}.json`);
  await copyFile(join(directory, 'processes.json'), copy);
  const names = new ProcessRegistry(copy).leftovers().map(({ name }) => name);
  return { names, stillRunning: () => new ProcessRegistry(copy).leftovers() };
}

const everyProcess = new Set(['PostgreSQL', 'Redis', ...services.map(({ name }) => name), 'npm start']);

/** Ends it by the signal; expects that it succeeds and leaves no process. */
async function expectStopAt(signal: NodeJS.Signals): Promise<void> {
  running.send(signal);
  expect((await running.ended).code).toBe(0);
  expect(processes.stillRunning()).toEqual([]);
}

beforeAll(() => start());
afterAll(async () => {
  running.send('SIGTERM');
  await running.ended;
  await rm(folder, { recursive: true, force: true });
});

// These tests use one data directory, one after another.
describe('the first npm start', () => {
  it('prints a request that is answered as it says', async () => {
    const { answer, printed } = await askAsPrinted(output);
    expect(answer).toEqual(printed);
  });

  it('prints a snippet for pages, whose answer any page may read', async () => {
    const { answer, allowed } = await askAsPage(output);
    expect(answer).toMatchObject({ key: 'banner-text', value: 'Welcome back!' });
    expect(allowed).toBe('https://shop.example');
  });

  it.each(['PostgreSQL', 'Redis', 'eval-api'])('starts %s again when it is killed', async (name) => {
    const { pid } = new ProcessRegistry(join(dataDir, 'processes.json'))
      .leftovers()
      .find((entry) => entry.name === name)!;
    process.kill(pid, 'SIGKILL');
    await until(() => running.output().includes(`${name} is running again.`));
    await until(async () => {
      const { answer, printed } = await askAsPrinted(output);
      return isDeepStrictEqual(answer, printed);
    });
    expect(running.output()).toMatch(new RegExp(`^${name} exited \\(SIGKILL\\); restarting\\.$`, 'm'));
    processes = await processesOf(dataDir);
  });

  it('has its data directory for itself', async () => {
    const other = await runStart({ ...env, ...(await freePorts()) }).ended;
    expect(other.code).toBe(1);
    expect(other.output).toContain(`Another start of Bunting (process ${running.pid}) uses this DATA_DIR`);
  });

  it('serves keys and passwords of the demo until they are revoked or changed', async () => {
    expect(await statuses(ask)).toEqual(asPublished);
    await decide(ask, dataDir);
    expect(await statuses(ask)).toEqual(asDecided);
  });

  it('stops at SIGTERM without leaving processes', async () => {
    expect(new Set(processes.names)).toEqual(everyProcess);
    await expectStopAt('SIGTERM');
  });
});

describe('the next npm start, with HOST=0.0.0.0 and without secrets.json', () => {
  beforeAll(async () => {
    await rm(join(dataDir, 'secrets.json'));
    await start({ HOST: '0.0.0.0' });
  });

  it('has its data, and gives all servers new passwords', async () => {
    expect(new Set(processes.names)).toEqual(everyProcess);
    const { answer } = await askAsPage(output);
    expect(answer).toMatchObject({ key: 'banner-text', value: 'Welcome back!' });
  });

  it('opens the one address only, with a warning about the demo', async () => {
    expect(output).toMatch(
      /Warning: HOST=0\.0\.0\.0 exposes this installation to the network, .* passwords, keys and tokens are public/,
    );
    const reached = [];
    for (const port of Object.values(ports).map(Number)) {
      if (await answers(otherAddress, port)) reached.push(port);
    }
    expect(reached).toEqual([Number(ports['PORT'])]);
  });

  it('applies nothing, and shows no invalid credentials', async () => {
    expect(output).not.toContain(demo.environmentKey);
    expect(output).not.toContain(demo.token);
    expect(output).not.toContain('Not done');
    expect(await statuses(ask)).toEqual(asDecided);
    expect(await readFeature(ask, 'checkout')).toContain('"name":"By hand"');
  });
});

describe('the npm start after one that was killed, with a changed document', () => {
  beforeAll(async () => {
    const changed = join(folder, 'changed.yaml');
    const text = await readFile(join(import.meta.dirname, '../demo.yaml'), 'utf8');
    await writeFile(changed, text.replace('Welcome back!', 'Welcome once more!'));
    const killed = processes;
    running.send('SIGKILL');
    await running.ended;
    await start({ BOOTSTRAP_FILE: changed });
    expect(killed.stillRunning()).toEqual([]);
  });

  it('recovers, and applies the change', async () => {
    expect(new Set(processes.names)).toEqual(everyProcess);
    expect(await readFeature(ask, 'banner')).toContain('Welcome once more!');
  });

  it('prints what it does not apply: what was revoked or changed stays so', async () => {
    for (const [location, why] of [
      [/members\[\d\]\.password/, "differs from the existing account's, which stays unchanged"],
      [/api_tokens\[\d\]/, 'was revoked: remove it, or set '],
      [/api_keys\[\d\]/, 'was revoked: remove it, or set '],
    ] as const) {
      const line = output.split('\n').find((each) => location.test(each));
      expect(line).toContain(why);
    }
    expect(await statuses(ask)).toEqual(asDecided);
  });

  it('stops at SIGINT without leaving processes', () => expectStopAt('SIGINT'));
});
