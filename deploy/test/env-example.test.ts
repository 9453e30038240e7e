import { expect, it } from '@jest/globals';
import { readText } from './compose-file.ts';
import { configurations, namesAskedFor } from './configurations.ts';

const text = readText('.env.example');
const variables = [...text.matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => ({
  name: name!,
  value: value!,
}));
const ofServices = new Set(Object.values(configurations).flatMap((read) => [...namesAskedFor(read)]));

it('names every variable of every service once', () => {
  const names = variables.map(({ name }) => name);
  expect([...ofServices].filter((name) => !names.includes(name))).toEqual([]);
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

it('names no variable that neither a service nor docker-compose.yml reads', () => {
  const compose = new Set(
    [...readText('docker-compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name!),
  );
  expect(
    variables.map(({ name }) => name).filter((name) => !ofServices.has(name) && !compose.has(name)),
  ).toEqual([]);
});

it('gives the defaults that apply', () => {
  const secret = 'x'.repeat(40);
  const required = {
    DATABASE_URL: 'postgresql://bunting@postgres/bunting',
    REDIS_URL: 'redis://redis:6379',
    EVALUATION_TRACE_SECRET: secret,
    SESSION_SECRET: secret,
  };
  // What docker-compose.yml sets otherwise than a service by itself.
  const ofCompose = new Set(['PORT', 'DATABASE_URL', 'REDIS_URL', 'TRUST_PROXY', 'SHUTDOWN_DELAY_MS']);
  // What a service knows without a default of its configuration.
  const commented = [...text.matchAll(/^# ([A-Z][A-Z0-9_]+)=(.+)$/gm)].filter(
    ([, name]) => ofServices.has(name!) && !ofCompose.has(name!) && !name!.startsWith('REDIS_'),
  );
  expect(commented.length).toBeGreaterThan(15);
  for (const [, name, value] of commented) {
    for (const [service, read] of Object.entries(configurations)) {
      if (!namesAskedFor(read).has(name!)) continue;
      const silent = read(required, () => {}) as Record<string, unknown>;
      const told = read({ ...required, [name!]: value! }, () => {}) as Record<string, unknown>;
      expect([service, name, told[name!]]).toEqual([service, name, silent[name!]]);
    }
  }
});

it('holds no secret', () => {
  const given = variables.filter(({ name }) => /SECRET|TOKEN|PASSWORD|_KEY\b|_KEY_PREVIOUS/.test(name));
  expect(given.length).toBeGreaterThan(8);
  expect(given.filter(({ value }) => value !== '')).toEqual([]);
});
