import { copyFile, mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { tracingVariables } from '../../packages/observability/src/tracing/variables.ts';
import { readText, root } from './compose-file.ts';
import { configurations, getRequestedNames } from './configurations.ts';
import { runProgram } from './running.ts';

const text = readText('.env.example');
const variables = [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => ({
  name: name!,
  value: value!,
}));
const ofServices = new Set(Object.values(configurations).flatMap((read) => [...getRequestedNames(read)]));

it('names every variable of every service and of traces once', () => {
  const names = variables.map(({ name }) => name);
  expect([...ofServices, ...tracingVariables].filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('names no variable that neither a service nor docker-compose.yml reads', () => {
  const files = ['docker-compose.yml', 'deploy/tls.yml'].map(readText).join();
  const ofCompose = [...files.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  const read = new Set([...ofServices, ...tracingVariables, ...ofCompose, 'COMPOSE_FILE']);
  expect(variables.map(({ name }) => name).filter((name) => !read.has(name))).toEqual([]);
});

it('gives the defaults that apply', () => {
  const secret = 'x'.repeat(40);
  const required = {
    DATABASE_URL: 'postgresql://bunting@postgres/bunting',
    REDIS_URL: 'redis://redis:6379',
    EVALUATION_TRACE_SECRET: secret,
    SESSION_SECRET: secret,
  };
  // Variables that docker-compose.yml sets to other values than the defaults of the services.
  const ofCompose = new Set([
    'PORT',
    'DATABASE_URL',
    'REDIS_URL',
    'TRUST_PROXY',
    'SHUTDOWN_DELAY_MS',
    'PUBLIC_URL',
    'STREAM_MAX_CONNECTIONS',
  ]);
  // Defaults that a service has outside of its configuration.
  const commented = [...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.+)$/gm)].filter(
    ([, name]) => ofServices.has(name!) && !ofCompose.has(name!) && !name!.startsWith('REDIS_'),
  );
  expect(commented.length).toBeGreaterThan(15);
  for (const [, name, value] of commented) {
    for (const [service, read] of Object.entries(configurations)) {
      if (!getRequestedNames(read).has(name!)) continue;
      const silent = read(required, () => {}) as Record<string, unknown>;
      const given = read({ ...required, [name!]: value! }, () => {}) as Record<string, unknown>;
      expect([service, name, given[name!]]).toEqual([service, name, silent[name!]]);
    }
  }
});

it('contains no secret', () => {
  const given = variables.filter(({ name }) => /SECRET|TOKEN|PASSWORD|_KEY\b|_KEY_PREVIOUS/.test(name));
  expect(given.length).toBeGreaterThan(8);
  expect(given.filter(({ value }) => value !== '')).toEqual([]);
});

it('becomes .env by deploy/make-env.sh, once, with random secrets that only its owner can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bunting-env-'));
  await mkdir(join(folder, 'deploy'));
  for (const path of ['.env.example', 'deploy/make-env.sh']) {
    await copyFile(join(root, path), join(folder, path));
  }
  const make = () => runProgram('sh', [join(folder, 'deploy/make-env.sh')], { PATH: process.env['PATH']! });
  expect(await make()).toEqual({ code: 0, output: '' });

  const made = await readFile(join(folder, '.env'), 'utf8');
  const filledIn = [...made.matchAll(/^([A-Z_]+)=([0-9a-f]{64})$/gm)];
  expect(filledIn.map(([, name]) => name)).toEqual([...text.matchAll(/^(\w+)=$/gm)].map(([, name]) => name));
  expect(new Set(filledIn.map(([, , value]) => value)).size).toBe(filledIn.length);
  expect(made.replaceAll(/[0-9a-f]{64}$/gm, '')).toBe(text);
  expect((await stat(join(folder, '.env'))).mode & 0o777).toBe(0o600);

  expect(await make()).toEqual({ code: 1, output: '.env is there already, and stays as it is.\n' });
  expect(await readFile(join(folder, '.env'), 'utf8')).toBe(made);
  await rm(folder, { recursive: true });
});
