import { applyDocument } from '@bunting/bootstrap';
import { createCheckout, createSplitRule, inCanada } from '@bunting/testing/fixtures';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { allRoutes, prefix } from '../../src/app.ts';
import { isRecorded, makesChange } from '../../src/framework/route-query.ts';
import { evaluateForUsers } from '../evaluations-of.ts';
import { names } from '../framework/all-writes.ts';
import { createWriter } from '../framework/make-write.ts';
import {
  acmeToken,
  memberToken,
  organisations,
  settingsToken,
  viewerToken,
  withoutPasswords,
} from '../organisations.ts';
import { bearer } from '../people.ts';
import { signIn, useApp } from '../running-app.ts';
import { altersNothing, attempts, type Attempt, type Made } from './bypass-attempts.ts';

const [acme, ...others] = organisations.organisations;
const [web] = acme!.projects;
const overrides = { 'user-7': 'one-page', 'user-8': 'one-page' };
const inCanadaRule = createSplitRule('Half of Canada', inCanada, ['off', 'one-page']);

/** Returns the document in which production requires approvals, exempts nothing, and serves this of the checkout. */
function createDocument(production: object) {
  const settings = { required_approvals: 1, without_approval: 'nothing', comment_required: true };
  const project = {
    ...web!,
    environments: [{ ...web!.environments[0]!, ...settings }, web!.environments[1]!],
    features: [
      createCheckout(
        { slug: 'one-page', name: 'One page' },
        { overrides, ...production },
        { salt: 'a1b2c3d4' },
      ),
    ],
  };
  return { organisations: [{ ...acme!, projects: [project] }, ...others] };
}

const guarded = createDocument({ targeting: { enabled: true, rules: [inCanadaRule] } });
/** The change that is reverted, and that going back in time undoes. */
const changed = createDocument({
  targeting: {
    enabled: true,
    rules: [
      { name: 'Everyone, by ada@acme.example', any_of: [], serve: { variation: 'one-page' } },
      inCanadaRule,
    ],
  },
  defaults: { 'checkout-layout': 'one-page' },
});

const app = useApp({
  document: guarded,
  createOrganisations: 'anyone',
  webhookTargets: { resolve: async () => ['93.184.216.34'], allowInsecure: false },
});
const writer = createWriter(app);
const made: Made = { record: '', at: '', request: '' };
const callers = new Map<string, Record<string, string>>();

const switchOff = 'features/checkout/environments/production/targeting';

/** Callers who may change what an unprotected environment serves, as far as roles go, and those who may not. */
const admins = ['admin', 'owner', 'admin token', 'admin token with people'];
const lesser = ['viewer', 'member', 'viewer token', 'member token'];

beforeAll(async () => {
  for (const role of ['viewer', 'member', 'admin', 'owner']) {
    callers.set(role, await signIn(app, `${role}@acme.example`));
  }
  callers.set('viewer token', bearer(viewerToken));
  callers.set('member token', bearer(memberToken));
  callers.set('admin token', bearer(settingsToken));
  callers.set('admin token with people', bearer(acmeToken));
  made.at = new Date().toISOString();
  await apply(changed);
  const { rows } = await app.pool.query<{ id: string }>('SELECT max(id::text) AS id FROM audit_record');
  made.record = rows[0]!.id;
  const opened = await request(app.server)
    .post(`${prefix}/organisations/acme/projects/web/change-requests?comment=Please`)
    .set(callers.get('owner')!)
    .send({
      title: 'No checkout',
      changes: [{ method: 'PATCH', path: switchOff, body: { enabled: false } }],
    });
  expect(opened.status).toBe(201);
  // The writes elsewhere begin with request 1.
  made.request = '1000';
  await app.pool.query('UPDATE change_request SET number = 1000');
  await app.pool.query('UPDATE project SET last_change_request = 0');
});

/** Applies a document as the operator, who is not asked for approvals. */
async function apply(document: ReturnType<typeof createDocument>): Promise<void> {
  await applyDocument(app, withoutPasswords(document as unknown as typeof organisations));
}

/** Returns production as evaluators and its settings show it. */
async function readProduction() {
  const { rows } = await app.pool.query<{ settings: object; version: string; fragments: string }>(
    `SELECT json_build_object('protected', protected, 'required_approvals', required_approvals, 'approvers', approvers,
              'without_approval', without_approval, 'comment_required', comment_required) AS settings, version,
            (SELECT md5(string_agg(entity_id || coalesce(document::text, ''), ' ' ORDER BY kind, entity_id))
             FROM datafile_fragment WHERE environment_id = environment.id) AS fragments
     FROM environment WHERE slug = 'production' AND project_id = (SELECT id FROM project WHERE slug = 'web')`,
  );
  return rows[0]!;
}

/** Returns what production answers to all sorts of users, by the first variables of the project. */
async function readAnswers(): Promise<readonly string[]> {
  const users = [{}, { id: 'user-7' }, { id: 'user-8' }, { id: 'user-1', country: 'CA' }, { id: 'user-2' }];
  const keys = ['checkout-enabled', 'checkout-layout'];
  return (await evaluateForUsers(app.pool, 'web', users, keys)).filter((line) =>
    line.startsWith('production'),
  );
}

async function attempt({ route, body, in: parameters }: Attempt, caller: string) {
  const [method = '', path = ''] = route.split(' ');
  const given: Record<string, string> = { ...names, env: 'production', ...parameters };
  const url = prefix + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => given[name]!);
  const send = method.toLowerCase() as 'post' | 'put' | 'patch' | 'delete';
  const asked = request(app.server)[send](`${url}?comment=Please`).set(callers.get(caller)!);
  const { status, body: answered } = await (body === undefined ? asked : asked.send(body));
  return { status, code: (answered as { code?: string }).code };
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
const routesOf = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => line.split(/ +/).slice(0, 2).join(' '));

describe('the matrix', () => {
  it('has every write, either with an attempt or with the reason why it alters nothing', () => {
    const tried = Object.values(attempts).map((toAttempt) => toAttempt(made).route);
    expect([...new Set([...tried, ...routesOf(altersNothing)])].toSorted()).toEqual(
      allRoutes.filter(makesChange).map(nameOf).toSorted(),
    );
    expect(routesOf(altersNothing).filter((route) => tried.includes(route))).toEqual([]);
  });
});

describe('production, which requires approvals, stays as it is if somebody asks that it', () => {
  let before: Awaited<ReturnType<typeof readProduction>>;
  beforeAll(async () => {
    before = await readProduction();
  });

  it.each(Object.keys(attempts))('%s', async (name) => {
    const tried = attempts[name]!(made);
    const refused = tried.isInUse
      ? { status: 409, code: 'in_use' }
      : { status: 403, code: 'approval_required' };
    for (const caller of admins) {
      expect({ caller, ...(await attempt(tried, caller)) }).toEqual({ caller, ...refused });
    }
    for (const caller of lesser) {
      const { status } = await attempt(tried, caller);
      const isRefusedInPart = tried.route.endsWith('/bulk') && caller.startsWith('member');
      expect({ caller, isRefused: [403, 409].includes(status) }).toEqual({
        caller,
        isRefused: !isRefusedInPart,
      });
    }
    expect(await readProduction()).toEqual(before);
  });
});

describe('production answers the same after a change with', () => {
  /** Changes of a variable that is as new as these tests: production serves its feature. */
  const ofServedFeature = new Set(
    ['PATCH', 'DELETE'].map(
      (method) => `${method} /organisations/{org}/projects/{project}/features/{feature}/variables/{variable}`,
    ),
  );
  const newVariable = 'POST /organisations/{org}/projects/{project}/features/{feature}/variables';
  const recorded = new Set(allRoutes.filter(isRecorded).map(nameOf));
  // The values of other variations would need the new variable, too, and a new password ends the session.
  const last = [newVariable, 'POST /account/password'];
  const elsewhere = Object.keys(writer.writes).filter(
    (name) => !ofServedFeature.has(name) && !last.includes(name),
  );
  let settings: object;
  let answers: readonly string[];
  beforeAll(async () => {
    await apply(guarded);
    ({ settings } = await readProduction());
    answers = await readAnswers();
    expect(answers).toHaveLength(10);
    await writer.signIn();
  });
  afterAll(async () => {
    expect((await readProduction()).settings).toEqual(settings);
  });

  it.each([...elsewhere, ...last])('%s elsewhere', async (name) => {
    await writer.writes[name]!.before?.();
    const { status, body } = await writer.ask(name, recorded.has(name) ? 'comment=Please' : '');
    expect({ status: Math.floor(status / 100), body: status < 300 ? undefined : body }).toEqual({
      status: 2,
    });
    writer.keep(name, body);
    expect(await readAnswers()).toEqual(answers);
  });
});
