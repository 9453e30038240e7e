import { beforeEach, describe, expect, it } from '@jest/globals';
import { production, readAuditRecords, restoreOrganisations } from './checkout.ts';
import { callsOf, pathsOf } from './client.ts';
import { organisations } from './organisations.ts';
import { useApp } from './running-app.ts';

const app = useApp({ document: organisations });
const web = callsOf(app);
beforeEach(() => restoreOrganisations(app));

describe('overrides', () => {
  it.each(['user-8', '42', 'a/b c?d#e', 'ünïcödé ☃', '__proto__', '%', '..', 'x'.repeat(500)])(
    'pin a variation for %j and for no other user',
    async (userId) => {
      const override = `${production}/overrides/${encodeURIComponent(userId).replace(/^\.\.$/, '%2E%2E')}`;
      const pinned = await web.put(override, { variation: 'One-Page' });
      expect(pinned.status).toBe(200);
      expect(pinned.body.overrides.count).toBe(2);
      expect(pinned.body.overrides.items).toContainEqual({ user_id: userId, variation: 'one-page' });
      expect((await web.put(override, { variation: 'off' })).body.overrides.count).toBe(2);
      expect((await web.delete(override)).status).toBe(204);
      expect(await web.delete(override)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await web.get(production)).body.overrides.items).toEqual([
        { user_id: 'user-7', variation: 'one-page' },
      ]);
    },
  );

  it('are recorded only when they change', async () => {
    await web.put(`${production}/overrides/user-7`, { variation: 'off' });
    await web.delete(`${production}/overrides/user-7`);
    expect(await readAuditRecords(app)).toEqual([
      {
        action: 'overrides.updated',
        subject: 'web/checkout in production',
        before: { 'user-7': 'one-page' },
        after: { 'user-7': 'off' },
      },
      {
        action: 'overrides.updated',
        subject: 'web/checkout in production',
        before: { 'user-7': 'off' },
        after: { 'user-7': null },
      },
    ]);
  });

  it('are refused for unknown variations and without a user', async () => {
    expect(pathsOf(await web.put(`${production}/overrides/u`, { variation: 'maybe' }))).toEqual([
      'variation',
    ]);
    expect(
      pathsOf(await web.put(`${production}/overrides/${'x'.repeat(501)}`, { variation: 'off' })),
    ).toEqual(['user_id']);
    expect((await web.put(`${production}/overrides/a%00b`, { variation: 'off' })).status).toBe(404);
  });

  it('are listed page by page, by user.id', async () => {
    for (const userId of ['b', 'a', 'c']) {
      await web.put(`${production}/overrides/${userId}`, { variation: 'off' });
    }
    const first = await web.get(`${production}/overrides?limit=2`);
    expect(first.body.items).toEqual([
      { user_id: 'a', variation: 'off' },
      { user_id: 'b', variation: 'off' },
    ]);
    const second = await web.get(`${production}/overrides?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toEqual({
      items: [
        { user_id: 'c', variation: 'off' },
        { user_id: 'user-7', variation: 'one-page' },
      ],
      next_cursor: null,
    });
  });
});
