import { expect, it } from '@jest/globals';
import request from 'supertest';
import { production, staging } from '../checkout.ts';
import { createCalls, type Answered } from '../client.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { revertLast } from '../reverts/revert.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const api = createCalls(app);
const copies = createCalls(app, undefined, 'copy');

/** Creates a small generator with a seed, so that a failure can be repeated. */
function createRandom(seed: number): <Entry>(list: readonly Entry[]) => Entry {
  let state = seed;
  return (list) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return list[Math.floor((state / 2 ** 31) * list.length)]!;
  };
}
type Pick = ReturnType<typeof createRandom>;

interface Rule {
  readonly id?: string;
  readonly name: string;
  /** Its one condition names a user of its own: that is the rule to people, whatever else of it is edited. */
  readonly any_of: readonly { readonly all_of: readonly { readonly values: readonly [string] }[] }[];
}

let made = 0;
function newRule(pick: Pick): Rule {
  made += 1;
  const condition = { property: 'user_id', operator: 'is', values: [`user-${made}`] as const };
  const rule = { name: pick(['', 'a', 'b']), any_of: [{ all_of: [condition] }], serve: { variation: 'off' } };
  return rule;
}

const withoutIds = (rules: readonly Rule[]) => rules.map(({ id: _id, ...rule }) => rule);
const userOf = ({ any_of: [group] }: Rule) => group?.all_of[0]?.values[0] ?? 'everyone';

async function rulesOf(where: string, calls = api): Promise<readonly Rule[]> {
  const { body } = await calls.get(where);
  return (body.targeting?.rules ?? []) as Rule[];
}

/** Returns the user and id of each rule, in their order. */
const identitiesOf = (rules: readonly Rule[]) => rules.map((rule) => [userOf(rule), rule.id] as const);

async function ok(answer: Promise<Answered>): Promise<void> {
  const { status, body } = await answer;
  expect([status, status < 300 ? '' : body]).toEqual([expect.any(Number), '']);
  expect(status).toBeLessThan(300);
}

const put = (rules: readonly object[]) => ok(api.put(`${staging}/targeting`, { enabled: true, rules }));

/** Checks that each rule that exists before and after has one id. */
async function expectSameIds(before: readonly Rule[]): Promise<void> {
  const ids = new Map(identitiesOf(before));
  for (const [user, id] of identitiesOf(await rulesOf(staging))) expect(id).toBe(ids.get(user) ?? id);
}

async function newestTime(): Promise<string> {
  const { rows } = await app.pool.query<{ at: Date }>('SELECT max(created_at) AS at FROM audit_record');
  return rows[0]!.at.toISOString();
}

async function edit(pick: Pick, rules: readonly Rule[]): Promise<void> {
  const chosen = pick(rules);
  const edited = { ...chosen, name: pick(['', 'a', 'b', 'c']), rollout: { percentage: pick([1, 2, 3]) } };
  await put(rules.map((rule) => (rule === chosen ? edited : rule)));
  expect(identitiesOf(await rulesOf(staging))).toEqual(identitiesOf(rules));
}

async function move(pick: Pick, rules: readonly Rule[]): Promise<void> {
  const chosen = pick(rules);
  const others = rules.filter((rule) => rule !== chosen);
  const moved = others.toSpliced(pick([...rules.keys()]), 0, chosen);
  await put(moved);
  expect(identitiesOf(await rulesOf(staging))).toEqual(identitiesOf(moved));
}

async function add(pick: Pick, rules: readonly Rule[]): Promise<void> {
  await put([...rules, newRule(pick)]);
  expect(identitiesOf(await rulesOf(staging)).slice(0, -1)).toEqual(identitiesOf(rules));
}

/** Acts as a script that knows no ids. */
async function sendWithoutIds(pick: Pick, rules: readonly Rule[]): Promise<void> {
  const sent = rules.length > 1 && pick([true, false]) ? [rules.at(-1)!, ...rules.slice(0, -1)] : rules;
  await put(withoutIds(sent));
  expect(identitiesOf(await rulesOf(staging))).toEqual(identitiesOf(sent));
}

async function copyHere(): Promise<void> {
  const source = identitiesOf(await rulesOf(production));
  const known = new Set((await rulesOf(staging)).map(({ id }) => id));
  await ok(api.post('/features/checkout/copy-environment', { from: 'production', to: 'staging' }));
  const copied = identitiesOf(await rulesOf(staging));
  expect(copied.map(([user]) => user)).toEqual(source.map(([user]) => user));
  const made = copied.map(([, id]) => id).filter((id) => !known.has(id));
  expect(made.filter((id) => source.some(([, other]) => other === id))).toEqual([]);
}

async function exportAndImport(pick: Pick, rules: readonly Rule[]): Promise<void> {
  const [projects, token] = ['/settings/v1/organisations/acme/projects', `Bearer ${acmeToken}`];
  const exported = await request(app.server).get(`${projects}/web/export`).set({ Authorization: token });
  await put(pick([rules.slice(1), withoutIds(rules).slice(0, 1), []]));
  for (const project of ['web', 'copy']) {
    const into = request(app.server).post(`${projects}/${project}/import`).set({ Authorization: token });
    expect((await into.send(exported.body as object)).status).toBe(200);
  }
  expect(await rulesOf(staging)).toEqual(rules);
  expect(await rulesOf(staging, copies)).toEqual(rules);
}

async function changeAndRevert(pick: Pick, rules: readonly Rule[]): Promise<void> {
  await put([...rules.slice(1), newRule(pick)]);
  expect((await revertLast(app)).status).toBe(200);
  expect(identitiesOf(await rulesOf(staging))).toEqual(identitiesOf(rules));
}

async function changeAndRestore(pick: Pick, rules: readonly Rule[]): Promise<void> {
  const at = await newestTime();
  await pick([() => put([]), () => put(withoutIds([newRule(pick), ...rules])), () => copyHere()])();
  await ok(api.post(`${staging}/restore`, { at }));
  expect(await rulesOf(staging)).toEqual(rules);
}

async function serveEveryone(_: Pick, rules: readonly Rule[]): Promise<void> {
  await ok(api.put(`${staging}/everyone`, { variation: 'one-page', enable: true }));
  expect((await rulesOf(staging)).slice(1)).toEqual(rules);
  await ok(api.delete(`${staging}/everyone`));
  expect(await rulesOf(staging)).toEqual(rules);
}

async function deleteAndRevert(_: Pick, rules: readonly Rule[]): Promise<void> {
  const inProduction = await rulesOf(production);
  await ok(api.delete('/features/checkout'));
  expect((await revertLast(app)).status).toBe(200);
  expect(await rulesOf(staging)).toEqual(rules);
  expect(await rulesOf(production)).toEqual(inProduction);
}

const steps = {
  edit,
  move,
  add,
  sendWithoutIds,
  copyHere,
  exportAndImport,
  changeAndRevert,
  changeAndRestore,
  serveEveryone,
  deleteAndRevert,
};

it.each([1, 2, 3])('the ids of rules survive whatever is done (seed %d)', async (seed) => {
  const pick = createRandom(seed);
  await app.pool.query(`DELETE FROM project WHERE slug = 'copy'`);
  const projects = request(app.server).post('/settings/v1/organisations/acme/projects');
  await projects
    .set({ Authorization: `Bearer ${acmeToken}` })
    .send({ slug: 'copy', name: 'Copy' })
    .expect(201);
  await put([newRule(pick), newRule(pick)]);
  const done = new Map<string, number>();
  for (let step = 0; step < 60; step += 1) {
    const before = await rulesOf(staging);
    const name = before.length === 0 ? 'add' : pick(Object.keys(steps) as (keyof typeof steps)[]);
    await steps[name](pick, before);
    done.set(name, (done.get(name) ?? 0) + 1);
    if (name !== 'copyHere') await expectSameIds(before);
    const after = (await rulesOf(staging)).map(({ id }) => id);
    expect({ step, name, count: new Set(after).size }).toEqual({ step, name, count: after.length });
  }
  expect([...done.keys()].toSorted()).toEqual(Object.keys(steps).toSorted());
});
