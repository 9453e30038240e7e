import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@bunting/local';
import { createTestDatabase, startTestRedis } from '@bunting/local/testing';
import { services } from '../../local/src/services.ts';

const root = new URL('../../', import.meta.url);

/** What every built service, as a process of its own, says at `/metrics`: service → text. */
export async function scrapeServices(): Promise<ReadonlyMap<string, string>> {
  const [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()]);
  try {
    const env = { DATABASE_URL: database.url, REDIS_URL: redis.url };
    return new Map(
      await Promise.all(services.map(async ({ name }) => [name, await scrape(name, env)] as const)),
    );
  } finally {
    await Promise.all([database.drop(), redis.stop()]);
  }
}

async function scrape(service: string, env: Record<string, string>): Promise<string> {
  const port = await findFreePort();
  const main = fileURLToPath(new URL(`services/${service}/dist/main.js`, root));
  const secret = 'a secret for nothing but the tests of metrics';
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      EVALUATION_TRACE_SECRET: secret,
      SESSION_SECRET: secret,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    const url = `http://127.0.0.1:${port}`;
    for (const deadline = Date.now() + 25_000; Date.now() < deadline; await delay(50)) {
      if (child.exitCode !== null) throw new Error(`${service} ended: ${(await output).join('')}`);
      const answer = await fetch(`${url}/readyz`).catch(() => undefined);
      if (answer?.ok) return await (await fetch(`${url}/metrics`)).text();
    }
    throw new Error(`${service} did not become ready.`);
  } finally {
    child.kill('SIGKILL');
    await ended;
  }
}

export interface Metric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
}

/** The metrics of a text as Prometheus reads it. */
export function metricsOf(exposition: string): Metric[] {
  const helps = new Map(
    [...exposition.matchAll(/^# HELP (\S+) (.*)$/gm)].map(([, name, help]) => [name!, help!]),
  );
  return [...exposition.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({
    name: name!,
    type: type!,
    help: helps.get(name!) ?? '',
  }));
}
