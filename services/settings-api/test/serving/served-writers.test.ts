import { beforeEach, describe, expect, it } from '@jest/globals';
import { everyone, production, readAuditRecords, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls } from '../client.ts';
import { organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

describe('a caller that sends If-Match', () => {
  const writes = [
    [
      'PUT targeting',
      (match: string) =>
        web.put(`${production}/targeting`, { enabled: true, rules: [] }, { 'If-Match': match }),
    ],
    [
      'PATCH targeting',
      (match: string) => web.patch(`${production}/targeting`, { enabled: false }, { 'If-Match': match }),
    ],
    ['DELETE targeting', (match: string) => web.delete(`${production}/targeting`, { 'If-Match': match })],
    [
      'PUT everyone',
      (match: string) => web.put(`${production}/everyone`, { variation: 'off' }, { 'If-Match': match }),
    ],
    [
      'PUT defaults',
      (match: string) =>
        web.put(`${production}/defaults`, { 'checkout-layout': null }, { 'If-Match': match }),
    ],
    [
      'PUT override',
      (match: string) => web.put(`${production}/overrides/u`, { variation: 'off' }, { 'If-Match': match }),
    ],
    [
      'DELETE override',
      (match: string) => web.delete(`${production}/overrides/user-7`, { 'If-Match': match }),
    ],
  ] as const;
  it.each(writes)('gets 412 when somebody else has written first: %s', async (_what, write) => {
    const { etag } = await web.get(production);
    await web.put(`${production}/overrides/somebody-else`, { variation: 'off' });
    expect(await write(etag)).toMatchObject({ status: 412, body: { code: 'changed_meanwhile' } });
    const { etag: now } = await web.get(production);
    expect([200, 204]).toContain((await write(now)).status);
  });

  it('can continue with the ETag of the answer', async () => {
    let { etag } = await web.get(production);
    for (const enabled of [false, true, false]) {
      const answer = await web.patch(`${production}/targeting`, { enabled }, { 'If-Match': etag });
      expect(answer.status).toBe(200);
      etag = answer.etag;
    }
  });
});

describe('fifty writers at once', () => {
  it('leave one whole document and a record each', async () => {
    const writers = Array.from({ length: 50 }, (_, index) => ({
      enabled: true,
      rules: [{ ...everyone, name: `writer ${index}` }],
    }));
    const answers = await Promise.all(writers.map((body) => web.put(`${staging}/targeting`, body)));
    expect(answers.map(({ status }) => status)).toEqual(writers.map(() => 200));
    const all = await readAuditRecords(app);
    expect(all).toHaveLength(50);
    // Each began where the one before had ended.
    for (const [index, record] of all.entries()) expect(record.before).toEqual(all[index - 1]?.after ?? null);
    expect((await web.get(staging)).body.targeting).toEqual(all.at(-1)?.after);
  });

  it('of different parts do not overwrite each other', async () => {
    await Promise.all([
      ...Array.from({ length: 46 }, (_, index) =>
        web.put(`${staging}/overrides/user-${index}`, { variation: 'off' }),
      ),
      web.put(`${staging}/defaults`, { 'checkout-enabled': 'one-page' }),
      web.put(`${staging}/defaults`, { 'checkout-layout': 'off' }),
      web.put(`${staging}/targeting`, { enabled: true, rules: [everyone] }),
      web.patch('/features/checkout', { name: 'Renamed meanwhile' }),
    ]);
    expect((await web.get(staging)).body).toMatchObject({
      targeting: { enabled: true, rules: [{ name: 'Everyone' }] },
      defaults: { 'checkout-enabled': 'one-page', 'checkout-layout': 'off' },
      overrides: { count: 46 },
    });
    expect(await readAuditRecords(app)).toHaveLength(50);
  });

  it('that all send the ETag that they read: one succeeds', async () => {
    const { etag } = await web.get(staging);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        web.put(`${staging}/overrides/user-${index}`, { variation: 'off' }, { 'If-Match': etag }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(49);
    expect(await readAuditRecords(app)).toHaveLength(1);
  });
});

describe('in a protected environment', () => {
  it.each([
    ['viewer', 403, 403],
    ['member', 200, 403],
    ['admin', 200, 200],
    ['owner', 200, 200],
  ])('a %s changes what is served elsewhere: %d, here: %d', async (role, elsewhere, here) => {
    const calls = createCalls(app, await signIn(app, `${role}@acme.example`));
    for (const [environment, status] of [
      [staging, elsewhere],
      [production, here],
    ] as const) {
      expect((await calls.get(environment)).status).toBe(200);
      expect((await calls.put(`${environment}/targeting`, { enabled: true, rules: [] })).status).toBe(status);
      expect((await calls.patch(`${environment}/targeting`, { enabled: false })).status).toBe(status);
      expect((await calls.put(`${environment}/defaults`, {})).status).toBe(status);
      expect((await calls.put(`${environment}/overrides/u`, { variation: 'off' })).status).toBe(status);
    }
  });
});
