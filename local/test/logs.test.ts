/** Runs after all other tests, and reads what services printed meanwhile. */
import { describe, expect, it } from '@jest/globals';
import { findFreePort } from '@bunting/embedded-servers';
import { spawnTestService } from '@bunting/testing';
import { findLeaks, readRecordedLogs, secretsIn } from '@bunting/testing/logs';

describe('What services printed in this test run', () => {
  it('was stored, with the secrets that they were given', async () => {
    const env = { EVALUATION_TRACE_SECRET: 'a secret that is given to nobody else' };
    const service = await spawnTestService('eval-api', env, await findFreePort());
    await service.ended;
    const { logs, secrets } = readRecordedLogs();
    expect([...logs.values()].join('\n')).toContain('DATABASE_URL is required');
    expect(secrets).toContain(env.EVALUATION_TRACE_SECRET);
  });

  it('has none of these secrets, and no token that was generated meanwhile', () => {
    expect(findLeaks(readRecordedLogs())).toEqual([]);
  });
});

describe('a secret', () => {
  it('is found by its name in variables and documents, and in an address', () => {
    const given = {
      SESSION_SECRET: 'one',
      DATABASE_URL: 'postgresql://bunting:tw%2Fo@h/db',
      LOG_LEVEL: 'debug',
      organisations: [{ slug: 'acme', members: [{ email: 'a@b.c', password: 'three' }] }],
      environments: [{ api_keys: ['four', { key: 'five', name: 'no secret' }] }],
    };
    expect([...secretsIn(given)]).toEqual(['one', 'tw/o', 'three', 'four', 'five']);
  });

  it('is found in a log', () => {
    const logs = new Map([
      ['a', 'user signed in with correct horse'],
      ['b', 'made rpa_0123456789abcdefghij'],
      ['c', 'nothing'],
    ]);
    expect(findLeaks({ logs, secrets: new Set(['correct horse', 'in']) })).toEqual([
      { source: 'a', secret: 'correct horse' },
      { source: 'b', secret: 'rpa_0123456789abcdefghij' },
    ]);
  });
});
