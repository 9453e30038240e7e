import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findFreePort } from '@bunting/local';
import { organisations, password } from './organisations.ts';
import { startApp, type RunningApp } from './running-app.ts';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations });
});
afterAll(() => app.stop());

function spawnService(env: Record<string, string>) {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((texts) => texts.join('\n'));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { child, output, ended };
}

describe('the process', () => {
  it('signs people in, and ends in order when it is told to stop', async () => {
    const port = await findFreePort();
    const service = spawnService({
      PORT: String(port),
      DATABASE_URL: app.databaseUrl,
      REDIS_URL: app.redisUrl,
      SESSION_SECRET: 'signs the sessions of nothing but this test',
      PUBLIC_URL: 'https://flags.acme.example',
    });
    const address = `http://127.0.0.1:${port}`;
    while (!(await fetch(`${address}/readyz`).catch(() => undefined))?.ok) {
      if (service.child.exitCode !== null) throw new Error(await service.output);
      await delay(25);
    }
    const answer = await fetch(`${address}/settings/v1/session`, {
      method: 'POST',
      body: JSON.stringify({ email: 'owner@acme.example', password }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Secure$/);
    service.child.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    // Nothing that could be used again is in the log.
    expect(await service.output).not.toContain(password);
  });

  it('lists every mistake in its configuration', async () => {
    const service = spawnService({ OIDC_ISSUER: 'x', SIGN_UP: 'perhaps', STAFF_API_TOKEN: 'short' });
    const output = await service.output;
    for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'OIDC_ISSUER', 'SIGN_UP', 'STAFF_API_TOKEN']) {
      expect(output).toContain(name);
    }
    expect(output).not.toContain('short');
    expect(await service.ended).toBe(1);
  });
});
