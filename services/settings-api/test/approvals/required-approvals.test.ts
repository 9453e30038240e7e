import { applyDocument } from '@bunting/bootstrap';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createCalls, type Calls } from '../client.ts';
import { callsAs } from '../people.ts';
import { withoutPasswords, type organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';
import { guardedOrganisations } from './guarded-organisations.ts';

const app = useApp({ document: guardedOrganisations });
const again = withoutPasswords(guardedOrganisations as unknown as typeof organisations);

let admin: Calls;
let member: Calls;
let acme: ReturnType<typeof callsAs>;
beforeAll(async () => {
  const session = await signIn(app, 'admin@acme.example');
  admin = createCalls(app, session);
  member = createCalls(app, await signIn(app, 'member@acme.example'));
  acme = callsAs(app, session);
});

const targeting = (environment: string) => `/features/checkout/environments/${environment}/targeting`;
const refusal = (...environments: string[]) => ({
  status: 403,
  body: {
    code: 'approval_required',
    details: environments.map((slug) => ({
      path: '',
      message: 'needs 1 approval',
      code: 'approval_required',
      resource: { kind: 'environment', slug },
    })),
  },
});

const auditLog = '/organisations/acme/audit-log';

async function readLastRecord(): Promise<string> {
  const { body } = await acme.get(`${auditLog}?limit=1`);
  return (body as { items: [{ id: string }] }).items[0].id;
}

async function revert(id: string) {
  const { status, body } = await acme.post(`${auditLog}/${id}/revert`, {});
  return { status, body };
}

/** Restores the document, as the operator may. */
const restore = () => applyDocument(app, again);

describe('an environment that requires approvals', () => {
  it('refuses a change of what it serves, and names itself', async () => {
    const answer = await admin.put(targeting('production'), { enabled: true, rules: [] });
    expect(answer).toMatchObject(refusal('production'));
    expect(answer.body.error).toBe(
      'Changes to what "production" serves need approvals. Open a change request.',
    );
  });

  it('is one of several that a change of a value alters', async () => {
    const values = { values: { 'checkout-layout': 'two-pages' } };
    expect(await admin.patch('/features/checkout/variations/one-page', values)).toMatchObject(
      refusal('eu', 'live', 'production'),
    );
  });

  it('says so in a dry run, which is not refused', async () => {
    const { status, body } = await admin.patch('/features/checkout?dry_run=true', { status: 'archived' });
    expect([status, body.approval_required]).toEqual([200, ['eu', 'live', 'production']]);
  });

  it('says nothing in a dry run of what it does not serve', async () => {
    const { body } = await admin.patch('/features/checkout?dry_run=true', { name: 'Till' });
    expect(body).toMatchObject({ approval_required: [] });
  });

  it('refuses members by their role, as every protected environment', async () => {
    expect((await member.patch(targeting('live'), { enabled: false })).body.code).toBe('role_insufficient');
  });

  it('lets the operator change everything', async () => {
    const [acme] = guardedOrganisations.organisations;
    const [web] = acme!.projects;
    const live = { slug: 'live', protected: false, required_approvals: 0 };
    const slugs = { slug: acme!.slug, projects: [{ slug: web!.slug, environments: [live] }] };
    await applyDocument(app, { organisations: [slugs] });
    expect((await admin.get('/environments/live')).body).toMatchObject({ required_approvals: 0 });
    await restore();
    expect((await admin.get('/environments/live')).body).toMatchObject({ required_approvals: 1 });
  });
});

describe('switching targeting off', () => {
  it('is for admins where the environment lets them', async () => {
    expect((await admin.patch(`${targeting('live')}?dry_run=true`, { enabled: false })).body).toMatchObject({
      approval_required: [],
    });
    expect((await admin.patch(targeting('live'), { enabled: false })).status).toBe(200);
  });

  it('is all they may: switching it on again needs approval', async () => {
    expect(await admin.patch(targeting('live'), { enabled: true })).toMatchObject(refusal('live'));
    await restore();
  });

  it('cannot be combined with another change', async () => {
    expect(await admin.put(targeting('live'), { enabled: false, rules: [] })).toMatchObject(refusal('live'));
    const whole = { targeting: null, defaults: {} };
    expect(await admin.put('/features/checkout/environments/live', whole)).toMatchObject(refusal('live'));
  });

  it('needs approval where nothing is exempt', async () => {
    expect(await admin.patch(targeting('production'), { enabled: false })).toMatchObject(
      refusal('production'),
    );
  });
});

describe('a revert', () => {
  async function changeAsOperator(environment: string): Promise<string> {
    const [acme] = guardedOrganisations.organisations;
    const [web] = acme!.projects;
    const feature = {
      ...web!.features[0]!,
      environments: { [environment]: { defaults: { 'checkout-layout': 'one-page' } } },
    };
    const projects = [{ slug: web!.slug, environments: [{ slug: environment }], features: [feature] }];
    await applyDocument(app, { organisations: [{ slug: acme!.slug, projects }] });
    return readLastRecord();
  }

  it('of today is for admins where the environment lets them', async () => {
    const id = await changeAsOperator('eu');
    expect((await revert(id)).status).toBe(200);
  });

  it('needs approval where it does not', async () => {
    const id = await changeAsOperator('live');
    expect(await revert(id)).toMatchObject(refusal('live'));
    await restore();
  });

  it('of what is older than a day needs approval', async () => {
    const id = await changeAsOperator('eu');
    await app.pool.query(
      `UPDATE audit_record SET created_at = created_at - interval '25 hours' WHERE id = $1`,
      [id],
    );
    expect(await revert(id)).toMatchObject(refusal('eu'));
    await restore();
  });

  it('does not lower the approvals themselves', async () => {
    expect((await admin.patch('/environments/eu', { comment_required: true })).status).toBe(200);
    expect(await revert(await readLastRecord())).toMatchObject(refusal('eu'));
    await applyDocument(app, {
      organisations: [
        {
          slug: 'acme',
          projects: [{ slug: 'web', environments: [{ slug: 'eu', comment_required: false }] }],
        },
      ],
    });
  });
});

describe('lowering the approvals', () => {
  it.each([
    [{ required_approvals: 0 }],
    [{ protected: false, required_approvals: 0 }],
    [{ approvers: 'member' }],
    [{ without_approval: 'anything' }],
    [{ name: 'Live', without_approval: 'revert' }],
  ])('by %j needs approval', async (body) => {
    expect(await admin.patch('/environments/live', body)).toMatchObject(refusal('live'));
  });

  it('by deleting the environment needs approval', async () => {
    expect(await admin.delete('/environments/live')).toMatchObject(refusal('live'));
  });

  it('by deleting the project needs approval', async () => {
    expect(await admin.delete('')).toMatchObject({ status: 403, body: { code: 'approval_required' } });
  });

  it('and changing what is served in one import needs approval', async () => {
    const body = {
      environments: [{ slug: 'live', protected: false, required_approvals: 0 }],
      features: [
        {
          ...guardedOrganisations.organisations[0]!.projects[0]!.features[0]!,
          environments: { live: { defaults: { 'checkout-layout': 'one-page' } } },
        },
      ],
    };
    expect(await admin.post('/import', body)).toMatchObject(refusal('live'));
  });

  it.each([
    [{ name: 'Live!' }],
    [{ without_approval: 'nothing' }],
    [{ allowed_origins: ['https://a.example'] }],
  ])('is not what %j does', async (body) => {
    expect((await admin.patch('/environments/live', body)).status).toBe(200);
    await restore();
  });
});

describe('an environment that asks for comments', () => {
  it('refuses a change of what it serves without one', async () => {
    const answer = await member.patch(targeting('notes'), { enabled: false });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'comment_required',
        details: [{ path: 'query.comment', resource: { kind: 'environment', slug: 'notes' } }],
      },
    });
    expect(answer.body.error).toBe(
      'Changes to what "notes" serves need a comment. Add "comment" to the query.',
    );
  });

  it('takes one with a comment', async () => {
    const { status } = await member.patch(`${targeting('notes')}?comment=SHOP-1`, { enabled: false });
    expect(status).toBe(200);
  });

  it('takes a dry run, and what it does not serve, without one', async () => {
    expect((await member.patch(`${targeting('notes')}?dry_run=true`, { enabled: true })).status).toBe(200);
    expect((await member.patch('/features/checkout', { name: 'Till' })).status).toBe(200);
  });

  it('asks for one to be asked no more', async () => {
    const body = { comment_required: false };
    expect((await admin.patch('/environments/notes', body)).body.code).toBe('comment_required');
    expect((await admin.patch('/environments/notes?comment=Enough', body)).status).toBe(200);
  });
});
