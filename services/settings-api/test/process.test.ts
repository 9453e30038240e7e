import { describe, expect, it } from '@jest/globals';
import { findFreePort } from '@bunting/embedded-servers';
import { spawnTestService, startTestService } from '@bunting/testing';
import { organisations, password } from './organisations.ts';
import { useApp } from './running-app.ts';

const app = useApp({ document: organisations });

describe('the process', () => {
  it('signs people in, and ends in order when it is told to stop', async () => {
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

  it('lists every mistake in its configuration', async () => {
    const env = { SESSION_SECRET: '', OIDC_ISSUER: 'x', SIGN_UP: 'perhaps', STAFF_API_TOKEN: 'short' };
    const service = spawnTestService('settings-api', env, await findFreePort());
    const output = await service.output;
    for (const name of ['DATABASE_URL', 'SESSION_SECRET', 'OIDC_ISSUER', 'SIGN_UP', 'STAFF_API_TOKEN']) {
      expect(output).toContain(name);
    }
    expect(output).not.toContain('short');
    expect(await service.ended).toBe(1);
  });
});
