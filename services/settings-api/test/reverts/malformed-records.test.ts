import { beforeEach, describe, expect, it } from '@jest/globals';
import { everyone, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls, getLines } from '../client.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { bearer, callsAs } from '../people.ts';
import { readRecords, revert } from './revert.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

const checkout = '/features/checkout';
const auditLog = '/organisations/acme/audit-log';
const nested = '1,000 lists, one in the other';
const deep = `${'['.repeat(1_000)}${']'.repeat(1_000)}`;
const rule = { name: 'All', enabled: true, any_of: [], serve: { variation: 'off' } };

/** Resources with an ETag, and the body of a change of each. */
const written = {
  targeting: [`${staging}/targeting`, 'put', { enabled: true, rules: [everyone] }],
  defaults: [`${staging}/defaults`, 'put', { 'checkout-layout': 'off' }],
  overrides: [`${staging}/overrides/somebody`, 'put', { variation: 'off' }],
  feature: [checkout, 'patch', { name: 'Till' }],
  segment: ['/segments/canada', 'put', { name: 'Kanada', any_of: [] }],
  environment: ['/environments/staging', 'patch', { name: 'Stage' }],
} as const;
type Noun = keyof typeof written;

const shapes: readonly (readonly [noun: Noun, state: unknown])[] = [
  ['targeting', 7],
  ['targeting', {}],
  ['targeting', { enabled: true, rules: [7] }],
  ['targeting', { enabled: true, rules: [{ ...rule, any_of: [{ all_of: [null] }] }] }],
  ['targeting', { enabled: true, rules: [{ ...rule, rollout: { stages: 7 } }] }],
  ['targeting', { enabled: true, rules: [{ serve: { variation: 'off' } }] }],
  ['defaults', 'text'],
  ['defaults', { 'checkout-layout': [1] }],
  ['overrides', { somebody: { variation: 'off' } }],
  ['feature', []],
  ['feature', { slug: 'checkout', variables: {}, variations: [] }],
  ['feature', { slug: 'checkout', variables: [null], variations: [{ slug: 'off', values: 7 }] }],
  ['segment', { slug: 'canada', name: 'Canada', any_of: { all_of: [] } }],
  ['environment', { slug: 'staging', name: ['Staging'] }],
];

/** Changes something, and then the record of it, as somebody could by hand. */
async function recordOf(noun: Noun, state: string) {
  const [path, method, body] = written[noun];
  const { etag } = await web.get(path.startsWith(staging) ? staging : path);
  expect((await web[method](path, body)).status).toBeLessThan(300);
  const { rows } = await app.pool.query<{ id: string; action: string; subject: string }>(
    'UPDATE audit_record SET before = $1, after = $1 RETURNING id, action, subject',
    [state],
  );
  expect(rows).toHaveLength(1);
  return { ...rows[0]!, again: () => web[method](path, body, { 'If-Match': etag }) };
}

describe('a record that cannot be understood', () => {
  it.each([...shapes, ['targeting', nested], ['feature', nested]] as const)(
    'is shown with what is known of it, told in a 412, and not reverted: %s %j',
    async (noun, shape) => {
      const state = shape === nested ? deep : JSON.stringify(shape);
      const { again, ...known } = await recordOf(noun, state);
      const caller = callsAs(app, bearer(acmeToken));
      const { body: record } = await caller.get(`${auditLog}/${known.id}`).expect(200);
      expect(record).toMatchObject({ ...known, actor: 'owner@acme.example', at: expect.any(String) });
      expect([JSON.stringify(record.before), JSON.stringify(record.after)]).toEqual([state, state]);
      expect(record.changes).toEqual([expect.any(String)]);
      const { body: log } = await caller.get(auditLog).expect(200);
      expect(log.items).toEqual([record]);
      const { text } = await caller.get(auditLog).set('Accept', 'text/csv').expect(200);
      expect(text).toContain(known.id);
      const late = await again();
      expect([late.status, getLines(late)]).toEqual([412, [expect.any(String)]]);
      const { status, body } = await revert(app, known.id);
      const message = `${known.action} was recorded in an unknown format`;
      expect([status, body]).toMatchObject([
        409,
        { code: 'not_revertible', details: [{ path: known.subject, message }] },
      ]);
    },
  );

  it('hides no others in the log, ends the history of what was served, and keeps older changes of its feature from being reverted', async () => {
    await web.put(`${staging}/defaults`, { 'checkout-layout': 'off' });
    const { rows } = await app.pool.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    await recordOfLater();
    const caller = callsAs(app, bearer(acmeToken));
    const { body: log } = await caller.get(auditLog).expect(200);
    expect(log.items).toMatchObject([
      { changes: ['feature web/checkout: recorded in an unknown format'] },
      { changes: ['default of checkout-layout in staging: none → off'] },
    ]);
    const restored = await web.post(`${staging}/restore`, { at: rows[0]!.at.toISOString() });
    expect([restored.status, restored.body.code]).toEqual([409, 'history_incomplete']);
    const [, { id }] = (await readRecords(app)) as [unknown, { id: string }];
    const { status, body } = await revert(app, id);
    expect([status, body.code]).toEqual([409, 'not_revertible']);
  });

  it.each(['constructor.called', 'toString.called', '__proto__.called', ''])(
    'may have an action that is none: %j',
    async (action) => {
      await web.patch(checkout, { name: 'Till' });
      await app.pool.query('UPDATE audit_record SET action = $1', [action]);
      const { body } = await callsAs(app, bearer(acmeToken)).get(auditLog).expect(200);
      expect(body.items).toMatchObject([{ action, changes: [expect.any(String)] }]);
    },
  );
});

/** Adds a record of the feature, which has other names before it. */
async function recordOfLater(): Promise<void> {
  await web.patch(checkout, { name: 'Till' });
  await app.pool.query(
    `UPDATE audit_record SET before = '{"slug": "checkout", "variables": 7}' WHERE action = 'feature.updated'`,
  );
}
