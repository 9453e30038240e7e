import { beforeEach, describe, expect, it } from '@jest/globals';
import { maxEntries } from '@bunting/definitions';
import { production, readAuditRecords, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls, getPaths } from '../client.ts';
import { organisations } from '../organisations.ts';
import { revertLast } from '../reverts/revert.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

interface Served {
  readonly targeting: {
    enabled: boolean;
    rules: { name: string; serve: object; any_of: unknown[] }[];
  } | null;
  readonly defaults: unknown;
  readonly overrides: { count: number };
}
const read = async (environment = production) => (await web.get(environment)).body as Served;
const everyone = { variation: 'off' };
const named = /^Everyone, by \S+@\S+, \d{4}-\d\d-\d\d \d\d:\d\d UTC$/;

describe('serving one variation to everyone', () => {
  it('puts a rule on top that names who and when, and leaves everything else', async () => {
    const before = await read();
    expect((await web.put(`${production}/everyone`, everyone)).status).toBe(200);
    const after = await read();
    const [first, ...others] = after.targeting!.rules;
    expect(first).toMatchObject({ name: expect.stringMatching(named), serve: everyone, any_of: [] });
    expect({ ...after.targeting, rules: others }).toEqual(before.targeting);
    expect([after.defaults, after.overrides.count]).toEqual([before.defaults, before.overrides.count]);
  });

  it('is what an evaluation answers, for every user without an override', async () => {
    await web.put(`${production}/everyone`, { variation: 'ONE-PAGE' });
    const explained = await web.post('/environments/production/explain', {
      variable: 'checkout-layout',
      user: { id: 'somebody' },
    });
    expect(explained.body).toMatchObject({
      result: { variation: 'one-page', reason: 'targeting_rule_matched' },
    });
  });

  it('is removed again, which leaves what was there before', async () => {
    const before = await read();
    await web.put(`${production}/everyone`, everyone);
    expect((await web.delete(`${production}/everyone`)).status).toBe(204);
    expect((await read()).targeting).toEqual(before.targeting);
  });

  it('replaces the variation that everyone got, instead of piling up rules', async () => {
    const { length } = (await read()).targeting!.rules;
    await web.put(`${production}/everyone`, everyone);
    await web.put(`${production}/everyone`, { variation: 'one-page' });
    const { rules } = (await read()).targeting!;
    expect(rules).toHaveLength(length + 1);
    expect(rules[0]!.serve).toEqual({ variation: 'one-page' });
  });

  it('a second time writes nothing', async () => {
    await web.put(`${production}/everyone`, everyone);
    const { length } = await readAuditRecords(app);
    await web.put(`${production}/everyone`, everyone);
    expect(await readAuditRecords(app)).toHaveLength(length);
  });

  it('creates targeting where there is none', async () => {
    expect((await read(staging)).targeting).toBeNull();
    await web.put(`${staging}/everyone`, everyone);
    expect((await read(staging)).targeting).toMatchObject({ enabled: true, rules: [{ serve: everyone }] });
  });

  it('shows in a dry run what it would change', async () => {
    const { body } = await web.put(`${production}/everyone?dry_run=true`, everyone);
    expect(JSON.stringify(body)).toMatch(/rule 1 .*Everyone, by .*added/);
    expect((await read()).targeting!.rules[0]!.name).not.toMatch(named);
  });

  it('is undone by reverting its change', async () => {
    const before = await read();
    await web.put(`${production}/everyone`, everyone);
    expect((await revertLast(app)).status).toBe(200);
    expect((await read()).targeting).toEqual(before.targeting);
  });
});

describe('serving one variation to everyone is refused', () => {
  it('while targeting is off, unless the same change turns it on', async () => {
    await web.patch(`${production}/targeting`, { enabled: false });
    const refused = await web.put(`${production}/everyone`, everyone);
    expect(refused).toMatchObject({ status: 409, body: { code: 'targeting_off' } });
    expect((await read()).targeting!.enabled).toBe(false);
    await web.put(`${production}/everyone`, { ...everyone, enable: true });
    expect((await read()).targeting).toMatchObject({ enabled: true });
    expect((await read()).targeting!.rules[0]!.serve).toEqual(everyone);
  });

  it.each(['complete', 'archived'])(
    'of a feature that is %s, whose rules are not evaluated',
    async (status) => {
      await web.patch('/features/checkout', { status });
      const refused = await web.put(`${production}/everyone`, everyone);
      await web.patch('/features/checkout', { status: 'live' });
      expect(refused).toMatchObject({ status: 409, body: { code: 'rules_not_evaluated' } });
    },
  );

  it('with a variation that the feature does not have', async () => {
    expect(getPaths(await web.put(`${production}/everyone`, { variation: 'moon' }))).toEqual(['variation']);
  });

  it('by a feature with as many rules as it may have', async () => {
    const rules = Array.from({ length: maxEntries.rules }, () => ({ serve: { variation: 'off' } }));
    expect((await web.put(`${production}/targeting`, { enabled: true, rules })).status).toBe(200);
    expect(getPaths(await web.put(`${production}/everyone`, everyone))).toEqual(['targeting.rules']);
  });

  it('to somebody who would remove it after somebody else has written', async () => {
    await web.put(`${production}/everyone`, everyone);
    const { etag } = await web.get(production);
    await web.put(`${production}/overrides/somebody-else`, { variation: 'off' });
    expect((await web.delete(`${production}/everyone`, { 'If-Match': etag })).status).toBe(412);
    const { etag: now } = await web.get(production);
    expect((await web.delete(`${production}/everyone`, { 'If-Match': now })).status).toBe(204);
  });

  it('where there is nothing to remove: 404, also once somebody has edited the rule', async () => {
    expect((await web.delete(`${production}/everyone`)).status).toBe(404);
    await web.put(`${production}/everyone`, everyone);
    const { enabled, rules } = (await read()).targeting!;
    const edited = { ...rules[0]!, rollout: { percentage: 10 } };
    await web.put(`${production}/targeting`, { enabled, rules: [edited, ...rules.slice(1)] });
    expect((await web.delete(`${production}/everyone`)).status).toBe(404);
  });
});
