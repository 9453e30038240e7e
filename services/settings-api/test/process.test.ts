import { describe, expect, it } from '@jest/globals';
import { scryptHashes } from '@bunting/authentication';
import { findFreePort } from '@bunting/embedded-servers';
import { spawnTestService, startTestService } from '@bunting/testing';
import { acmeToken, organisations, otherToken, password } from './organisations.ts';
import { useApp } from './running-app.ts';

/** The same hashes as in a process of the service. */
const app = useApp({ document: organisations, passwordHashes: scryptHashes });

describe('the process', () => {
  it('signs people in, and exits with 0 after SIGTERM', async () => {
    const service = await startTestService('settings-api', {
      DATABASE_URL: app.databaseUrl,
      REDIS_URL: app.redisUrl,
      PUBLIC_URL: 'https://flags.acme.example',
    });
    const answer = await fetch(`${service.url}/settings/v1/session`, {
      method: 'POST',
      body: JSON.stringify({ email: 'owner@acme.example', password }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()[0]).toMatch(/; Secure(;|$)/);
    expect(await service.stop()).toBe(0);
    // Nothing that could be used again is in the log.
    expect(await service.output).not.toContain(password);
  });

  it('writes when tokens were last used before it ends, whatever the answers were', async () => {
    const began = Math.floor(Date.now() / 60_000) * 60_000;
    const service = await startTestService('settings-api', {
      DATABASE_URL: app.databaseUrl,
      REDIS_URL: app.redisUrl,
      PUBLIC_URL: 'https://flags.acme.example',
    });
    const tokens = `${service.url}/settings/v1/organisations/acme/api-tokens`;
    const headers = { Authorization: `Bearer ${acmeToken}` };
    expect((await fetch(tokens, { headers })).status).toBe(200);
    const stranger = { Authorization: `Bearer ${otherToken}` };
    expect((await fetch(tokens, { headers: stranger })).status).toBe(404);
    expect(await service.stop()).toBe(0);
    const { rows } = await app.pool.query<{ last_used_at: Date }>(
      'SELECT last_used_at FROM api_token WHERE last_used_at IS NOT NULL',
    );
    expect(rows).toHaveLength(2);
    for (const { last_used_at: usedAt } of rows) expect(usedAt.getTime()).toBeGreaterThanOrEqual(began);
  });

  it('lists every mistake in its configuration', async () => {
    const env = { SESSION_SECRET: '', OIDC_ISSUER: 'x', SIGN_UP: 'perhaps', STAFF_API_TOKEN: 'short' };
    const service = await spawnTestService('settings-api', env, await findFreePort());
    const output = await service.output;
    for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'OIDC_ISSUER', 'SIGN_UP', 'STAFF_API_TOKEN']) {
      expect(output).toContain(name);
    }
    expect(output).not.toContain('short');
    expect(await service.ended).toBe(1);
  });
});
