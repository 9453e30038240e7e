import { beforeEach, describe, expect, it } from '@jest/globals';
import { isUuid } from '@bunting/definitions/uuid';
import { everyone, production, readAuditRecords, restoreOrganisations, staging } from '../checkout.ts';
import { createCalls, type Answered } from '../client.ts';
import { organisations } from '../organisations.ts';
import { revertLast } from '../reverts/revert.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

const [first, second] = [
  '0b5c3a60-52c1-4d0e-9f5e-8a1d7c6b4e21',
  'f2f7f3a4-9d0b-4c58-8d0c-2f5a6a3b1c90',
] as const;
const one = { ...everyone, name: 'One' };
const two = { ...everyone, name: 'Two', serve: { variation: 'off' } };

const put = (rules: readonly object[], path = staging) =>
  web.put(`${path}/targeting`, { enabled: true, rules });
const idsOf = ({ body }: Answered) => (body.targeting.rules as { id: string }[]).map(({ id }) => id);
async function readFragments(): Promise<{ document: string }[]> {
  const { rows } = await app.pool.query<{ document: string }>(
    `SELECT document::text FROM datafile_fragment WHERE kind = 'feature' ORDER BY environment_id`,
  );
  return rows;
}

describe('the id of a rule', () => {
  it('is kept as it is sent, in lower case', async () => {
    const answer = await put([{ ...one, id: first.toUpperCase() }]);
    expect(idsOf(answer)).toEqual([first]);
    expect(idsOf(await web.get(staging))).toEqual([first]);
  });

  it('is made where none is sent', async () => {
    const ids = idsOf(await put([one, two]));
    expect(ids.map(isUuid)).toEqual([true, true]);
    expect(new Set(ids).size).toBe(2);
  });

  it('stays when the rule is edited, renamed and moved', async () => {
    await put([
      { ...one, id: first },
      { ...two, id: second },
    ]);
    const moved = await put([
      { ...two, id: second, name: 'Zwei' },
      { ...one, id: first, rollout: { percentage: 5 } },
    ]);
    expect(idsOf(moved)).toEqual([second, first]);
  });

  it('stays when the rule is sent without one, unchanged or with its name, and nothing is recorded twice', async () => {
    const ids = idsOf(await put([one, { ...two, name: '' }]));
    expect(
      idsOf(
        await put([
          { ...two, name: '' },
          { ...one, enabled: false },
        ]),
      ),
    ).toEqual(ids.toReversed());
    await put([
      { ...two, name: '' },
      { ...one, enabled: false },
    ]);
    expect(await readAuditRecords(app)).toHaveLength(2);
  });

  it('stays when targeting is switched off and on', async () => {
    const ids = idsOf(await put([one, two]));
    await web.patch(`${staging}/targeting`, { enabled: false });
    expect(idsOf(await web.patch(`${staging}/targeting`, { enabled: true }))).toEqual(ids);
  });

  it.each([
    ['', 'must be a UUID'],
    ['rule-1', 'must be a UUID'],
    [7, 'must be a string'],
    [null, 'must be a string'],
  ])('is refused where it is %j', async (id, message) => {
    const { status, body } = await put([one, { ...two, id }]);
    expect(status).toBe(400);
    expect(body.details).toEqual([expect.objectContaining({ path: 'rules[1].id', message })]);
  });

  it('is refused where two rules of a targeting have it', async () => {
    const { status, body } = await put([
      { ...one, id: first },
      { ...two, id: first.toUpperCase() },
    ]);
    expect(status).toBe(400);
    expect(body.details).toEqual([
      { path: 'rules[1].id', message: `"${first}" is already used at rules[0].id`, code: 'duplicate' },
    ]);
  });

  it('may be one of another environment or organisation, whose rules stay as they are', async () => {
    const [foreign] = idsOf(await web.get(production));
    const before = await web.get(production);
    expect(idsOf(await put([{ ...one, id: foreign }]))).toEqual([foreign]);
    expect(await web.get(production)).toEqual(before);
    await web.delete(`${staging}/targeting`);
    expect(await web.get(production)).toEqual(before);
  });

  it('stands in audit records, and beside their differences', async () => {
    await put([{ ...one, id: first }]);
    await put([{ ...one, id: first, rollout: { percentage: 5 } }]);
    const [created, updated] = await readAuditRecords(app);
    expect(created).toMatchObject({ after: { rules: [{ id: first }] } });
    expect(updated).toMatchObject({ before: { rules: [{ id: first }] }, after: { rules: [{ id: first }] } });
    const { body } = await web.put(`${staging}/targeting?dry_run=true`, {
      enabled: true,
      rules: [
        { ...two, id: second },
        { ...one, id: first },
      ],
    });
    const changes = body.changes as { what: string; rule_id: string }[];
    expect(changes.map(({ what, rule_id }) => [rule_id, what])).toEqual([
      [first, 'rule 1 "One": rollout 5 % → none'],
      [second, 'rule 1 "Two": added (everyone → off)'],
    ]);
  });

  it('stands in explanations, of what is stored and of what would be', async () => {
    await put([one, { ...two, id: second }]);
    const path = '/environments/staging/explain';
    const [made] = idsOf(await web.get(staging));
    const stored = await web.post(path, { variable: 'checkout-layout' });
    expect(stored.body.rules).toMatchObject([{ id: made }, { id: second }]);
    const asIf = await web.post(path, {
      variable: 'checkout-layout',
      as_if: { targeting: { enabled: true, rules: [{ ...two, id: second }, one] } },
    });
    expect(asIf.body.rules).toMatchObject([{ id: second }, { id: null }]);
  });

  it('is in no fragment, so that a new id alone gives evaluators nothing to load', async () => {
    await put([{ ...one, id: first }]);
    const before = await readFragments();
    expect(JSON.stringify(before)).not.toContain(first);
    expect(idsOf(await put([{ ...one, id: second }]))).toEqual([second]);
    expect(await readFragments()).toEqual(before);
  });

  it('of a row that the release before wrote is the key of the row, and stays from then on', async () => {
    await put([one, two]);
    await app.pool.query('UPDATE targeting_rule SET rule_id = NULL');
    const ids = idsOf(await web.get(staging));
    expect(ids.map(isUuid)).toEqual([true, true]);
    expect(idsOf(await put([two, one]))).toEqual(ids.toReversed());
    expect(idsOf(await web.get(staging))).toEqual(ids.toReversed());
  });
});

describe('records of the release before, which have no ids of rules', () => {
  const withoutIds = (json: string) =>
    `regexp_replace(${json}::text, '"id":"[0-9a-f-]{36}",', '', 'g')::json`;
  const forgetIds = () =>
    app.pool.query(
      `UPDATE audit_record SET before = ${withoutIds('before')}, after = ${withoutIds('after')} WHERE action LIKE 'targeting.%'`,
    );
  const moment = async () => {
    const { rows } = await app.pool.query<{ at: Date }>('SELECT max(created_at) AS at FROM audit_record');
    return rows[0]!.at.toISOString();
  };

  it('lead back to an earlier time, and rules that are still there keep their ids', async () => {
    const ids = idsOf(await put([one, two]));
    const at = await moment();
    await put([{ ...two, enabled: false }]);
    await forgetIds();
    expect((await web.post(`${staging}/restore`, { at })).status).toBe(200);
    const [again, kept] = idsOf(await web.get(staging));
    expect(kept).toBe(ids[1]);
    expect(isUuid(again!)).toBe(true);
  });

  it.each([
    ['made', () => web.delete(`${staging}/targeting`), []],
    ['edited', () => put([one, { ...two, name: '' }]), [0, 1]],
  ])('can be reverted where they %s rules', async (_, prepare, kept) => {
    await prepare();
    const before = (await web.get(staging)).body.targeting;
    await put([
      { ...one, rollout: { percentage: 5 } },
      { ...two, name: '' },
    ]);
    const ids = idsOf(await web.get(staging));
    await forgetIds();
    expect((await revertLast(app)).status).toBe(200);
    const { targeting } = (await web.get(staging)).body as { targeting: { rules: { id: string }[] } | null };
    expect(targeting).toEqual(before);
    expect((targeting?.rules ?? []).map(({ id }) => id)).toEqual(kept.map((index) => ids[index]));
  });
});
