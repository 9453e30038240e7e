import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { defaultLimits } from '@bunting/governance';
import { createTraceSigner } from '@bunting/evaluation-trace';
import { createHttpServer, createReadiness, listen } from '@bunting/service';
import { createTrustedProxies } from '@bunting/service/client-address';
import { createLogger, createRegistry } from '@bunting/observability';
import { createApp } from '../../src/app.ts';
import { evaluateVariable, evaluateVariables, post } from '../requests.ts';

const lines: string[] = [];
const registry = createRegistry({ withProcessMetrics: false });
const server = createHttpServer(
  createApp({
    environments: { reach: async () => {} },
    callers: {
      identify() {
        throw new TypeError('cannot read what lies in /srv/bunting');
      },
      again: () => Promise.reject(new Error('Nobody is found again.')),
      charge() {},
    },
    requireSignature() {},
    admit: async () => {},
    charge() {},
    limits: defaultLimits,
    traces: createTraceSigner({ secret: 'a secret for nothing but the tests of traces', now: Date.now }),
    counts: { addUnknownKey() {} },
    maxBodyBytes: 1024,
    trustedProxies: createTrustedProxies(0, []),
    now: Date.now,
    log: createLogger({
      service: 'eval-api',
      level: 'debug',
      destination: { write: (line: string) => void lines.push(line) },
    }),
    registry,
    readiness: createReadiness(() => true),
    checkDatabase: async () => true,
  }),
);
let listening: Awaited<ReturnType<typeof listen>>;
beforeAll(async () => {
  listening = await listen(server, 0);
});
afterAll(() => listening.drain(1_000));

it('an unexpected failure is logged in full, and the answer says nothing about it', async () => {
  const key = 'c1a55e00-0000-4000-8000-0000000000a1';
  const answers = [
    await evaluateVariable(server, 'a', {}, key),
    await evaluateVariables(server, { keys: ['a'] }, key),
  ];
  for (const { status, text } of answers) {
    expect([status, text]).toEqual([500, '{"error":"Internal server error.","code":"internal"}']);
  }
  const flags = '/ofrep/v1/evaluate/flags';
  const ofrep = await Promise.all([`${flags}/a`, flags].map((path) => post(server, path, {}, key)));
  const failed = {
    errorCode: 'GENERAL',
    errorDetails: 'Internal server error.',
    metadata: { code: 'internal' },
  };
  expect(ofrep.map(({ status, body }) => [status, body as object])).toEqual([
    [500, { key: 'a', ...failed }],
    [500, failed],
  ]);
  const failures = lines.filter((line) => line.includes('failed unexpectedly'));
  expect(failures).toHaveLength(4);
  for (const line of failures) {
    expect(line).toContain('/srv/bunting');
    expect(line).not.toContain(key);
  }
});
