import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { createFeature, createOrganisation } from '@bunting/testing/fixtures';
import request from 'supertest';
import { keys, organisations } from '../organisations.ts';
import { post } from '../requests.ts';
import { startApp, type RunningApp } from '../running-app.ts';

const batchKeys = 3;
let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations, limits: { maxBatchKeys: batchKeys } });
});
afterAll(() => app.stop());

interface Answer {
  readonly version: number;
  readonly refresh_at?: string;
  readonly results: Readonly<Record<string, { readonly value: unknown; readonly split?: true }>>;
}

const evaluate = (body: object, key = keys.production, query = '') =>
  post(app.server, `/v1/evaluations${query}`, body, key);

/** Sends the request with the tag as `If-None-Match`. */
function ask(body: object, etag: string, key = keys.production, query = '') {
  return request(app.server)
    .post(`/v1/evaluations${query}`)
    .set({ 'Content-Type': 'application/json', 'X-API-Key': key, 'If-None-Match': etag })
    .send(body);
}

describe('the entity tag (decisions §8.3)', () => {
  const user = { id: 'user-1', country: 'CA' };

  it('is 128 bits, quoted, and the same for the same answer', async () => {
    const [first, second] = [await evaluate({ user }), await evaluate({ user })];
    expect(first.headers['etag']).toMatch(/^"[0-9a-f]{32}"$/);
    expect(second.headers['etag']).toBe(first.headers['etag']);
  });

  it('makes the next answer 304 without a body, weak or in a list or in the query', async () => {
    const etag = (await evaluate({ user })).headers['etag']!;
    const answers = [
      await ask({ user }, etag),
      await ask({ user }, `W/${etag}`),
      await ask({ user }, `"a", ${etag}`),
      await evaluate({ user }, keys.production, `?etag=${encodeURIComponent(etag)}`),
    ];
    for (const { status, text, headers } of answers) {
      expect([status, text, headers['etag'], headers['cache-control']]).toEqual([304, '', etag, 'no-store']);
    }
  });

  it('is another for a user who gets something else, with the same id', async () => {
    const etag = (await evaluate({ user })).headers['etag']!;
    expect((await ask({ user: { ...user, email: 'jo@acme.example' } }, etag)).status).toBe(200);
  });

  it('does not depend on traces, which 304 leaves out', async () => {
    const etag = (await evaluate({ user })).headers['etag']!;
    const traced = await evaluate({ user, traces: 1 });
    expect(traced.headers['etag']).toBe(etag);
    expect(traced.text).toContain('evaluation_traces');
    expect((await ask({ user, traces: 1 }, etag)).status).toBe(304);
  });

  it('is not changed by a change that does not concern the user', async () => {
    const key = 'c1a55e00-0000-4000-8000-0000000000d1';
    const withOverride = (id: string) =>
      createOrganisation('tags', key, [
        createFeature('tagged', { environments: { production: { overrides: { [id]: 'on' } } } }),
      ]);
    await app.apply({ organisations: [withOverride('somebody')] });
    const before = await evaluate({ user: { id: 'me' } }, key);
    await app.apply({ organisations: [withOverride('somebody-else')] });
    const { version } = before.body as Answer;
    const after = await evaluate({ user: { id: 'me' } }, key, `?version=${version + 1}`);
    expect((after.body as Answer).version).toBeGreaterThan(version);
    expect(after.headers['etag']).toBe(before.headers['etag']);
  });
});

describe('the version that a request names', () => {
  it('is read from PostgreSQL, if its announcement has not come', async () => {
    const slow = await startApp({ document: organisations, pollIntervalMs: 600_000 });
    const get = (query: string) =>
      post(slow.server, `/v1/evaluations${query}`, { keys: ['untargeted'] }, keys.staging);
    const { version } = (await get('')).body as Answer;
    // Nothing is announced.
    await applyDocument({ pool: slow.pool }, withUntargeted());
    expect(((await get('')).body as Answer).version).toBe(version);
    const answer = (await get(`?version=${version + 1}`)).body as Answer;
    expect(answer.version).toBeGreaterThan(version);
    await slow.stop();
  });

  it('is not waited for if it does not exist', async () => {
    const answer = await evaluate({ keys: [] }, keys.production, '?version=999999999');
    expect(answer.status).toBe(200);
  });
});

/** Returns the document with another default in staging. */
function withUntargeted(): object {
  const changed = structuredClone(organisations) as unknown as {
    organisations: { projects: { features: { slug: string; environments: object }[] }[] }[];
  };
  const feature = changed.organisations[0]!.projects[0]!.features.find(({ slug }) => slug === 'untargeted')!;
  feature.environments = { ...feature.environments, staging: { overrides: { somebody: 'on' } } };
  return changed;
}

describe('refresh_at', () => {
  it('is the next end of a schedule, without fractions of a second that are none', async () => {
    const key = 'c1a55e00-0000-4000-8000-0000000000d2';
    const scheduled = (to: string) =>
      createFeature('scheduled', {
        environments: {
          production: {
            targeting: {
              enabled: true,
              rules: [{ name: 'Now', any_of: [], serve: { variation: 'on' }, schedule: { to } }],
            },
          },
        },
      });
    await app.apply({
      organisations: [createOrganisation('times', key, [scheduled('2999-12-01T08:00:00Z')])],
    });
    const before = await evaluate({}, key);
    expect((before.body as Answer).refresh_at).toBe('2999-12-01T08:00:00Z');
    await app.apply({
      organisations: [createOrganisation('times', key, [scheduled('2999-12-01T08:00:00.5Z')])],
    });
    const { version } = before.body as Answer;
    const after = await evaluate({}, key, `?version=${version + 1}`);
    expect((after.body as Answer).refresh_at).toBe('2999-12-01T08:00:00.500Z');
    expect(after.headers['etag']).not.toBe(before.headers['etag']);
  });

  it('is absent where nothing depends on the time', async () => {
    expect((await evaluate({})).body).not.toHaveProperty('refresh_at');
  });
});

describe('governance of evaluations (contract §7.2)', () => {
  it('refuses a suspended organisation, and an inactive one', async () => {
    const codes = [await evaluate({}, keys.suspended), await evaluate({}, keys.inactive)].map(
      ({ status, body }) => [status, (body as { code: string }).code],
    );
    expect(codes).toEqual([
      [403, 'organisation_suspended'],
      [403, 'organisation_inactive'],
    ]);
  });

  it('counts users, those of 304 too', async () => {
    const first = await evaluate({ user: { id: 'first' } }, keys.oneUser);
    expect(first.status).toBe(200);
    const second = await ask({ user: { id: 'second' } }, '*', keys.oneUser);
    expect([second.status, second.body]).toMatchObject([403, { code: 'monthly_active_users_exceeded' }]);
    expect((await ask({ user: { id: 'first' } }, '*', keys.oneUser)).status).toBe(304);
  });

  it('bounds keys, and nothing without them', async () => {
    const { status, body } = await evaluate({ keys: ['a', 'b', 'c', 'd'] });
    expect([status, body]).toMatchObject([400, { code: 'batch_too_large' }]);
    expect(Object.keys(((await evaluate({})).body as Answer).results).length).toBeGreaterThan(batchKeys);
  });
});

describe('what is counted', () => {
  it('is each variable by its reason, also where the answer is 304', async () => {
    const count = async () => {
      const { text } = await request(app.server).get('/metrics');
      return Number(/evaluations_total\{reason="targeting_disabled"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const before = await count();
    await evaluate({ keys: ['paused'] });
    await ask({ keys: ['paused'] }, '*');
    expect(await count()).toBe(before + 2);
  });
});
