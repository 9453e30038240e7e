import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { createCalls, type Answered, type Calls } from '../client.ts';
import { organisations } from '../organisations.ts';
import { signIn, startApp, type RunningApp } from '../running-app.ts';

// Decisions §7.1: a caller who may not change what a protected environment serves may not change the definitions that it
// serves, either.

let app: RunningApp;
let member: Calls;
let admin: Calls;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  member = createCalls(app, await signIn(app, 'member@acme.example'));
  admin = createCalls(app);
});
afterAll(() => app.stop());

const everyone = { rules: [{ serve: { variation: 'served' } }] };
const inSegment = [{ all_of: [{ property: 'segment', operator: 'in_segment', values: ['people'] }] }];
const bySegment = { rules: [{ any_of: inSegment, serve: { variation: 'served' } }] };

/** One way in which an environment serves the feature. */
const placements = {
  'not at all': {},
  'in an open environment': {
    staging: { defaults: { v: 'served' }, targeting: bySegment, overrides: { u: 'served' } },
  },
  'by targeting': { production: { targeting: everyone } },
  'by targeting that is off': { production: { targeting: { ...everyone, enabled: false } } },
  'by a default': { production: { defaults: { v: 'served' } } },
  'by an override': { production: { overrides: { u: 'served' } } },
  'by a segment': { production: { targeting: bySegment } },
};
type Placement = keyof typeof placements;

/** Changes that alter which variables client keys know, every answer of the feature, those with the variation `served`, or none. */
const changes: Record<
  'clients' | 'feature' | 'variation' | 'segment' | 'nothing',
  Record<string, (as: Calls) => Promise<Answered>>
> = {
  clients: {
    'whether client keys get a variable': (as) => as.patch('/features/f/variables/v', { client: true }),
    'whether they still get one': (as) => as.patch('/features/f/variables/shown', { client: false }),
  },
  feature: {
    'its status': (as) => as.patch('/features/f', { status: 'archived' }),
    'its status, to complete': (as) => as.patch('/features/f', { status: 'complete' }),
    'its slug': (as) => as.patch('/features/f', { slug: 'g' }),
    'the slug of a variable': (as) => as.patch('/features/f/variables/v', { slug: 'w' }),
    'a variable, by deleting it': (as) => as.delete('/features/f/variables/other'),
    'all of it, by deleting it': (as) => as.delete('/features/f'),
  },
  variation: {
    'a value': (as) => as.patch('/features/f/variations/served', { values: { v: 'new' } }),
    'the slug of a variation': (as) => as.patch('/features/f/variations/served', { slug: 'renamed' }),
  },
  segment: {
    'whom a segment has': (as) => as.put('/segments/people', { name: 'People', any_of: [] }),
  },
  nothing: {
    'its name and description': (as) =>
      as.patch('/features/f', { name: 'F', description: 'New.', status: 'live' }),
    'a value to the same': (as) => as.patch('/features/f/variations/served', { values: { v: 'x' } }),
    'the name of a variation': (as) => as.patch('/features/f/variations/served', { name: 'Served' }),
    'a value of another variation': (as) =>
      as.patch('/features/f/variations/spare', { values: { v: 'new' } }),
    'another variation, by deleting it': (as) => as.delete('/features/f/variations/spare'),
    'the variations, by one more': (as) =>
      as.post('/features/f/variations', { slug: 'n', values: { v: '', other: '', shown: '' } }),
    'the variables, by one more': (as) =>
      as.post('/features/f/variables', { slug: 'n', type: 'string', values: { served: '', spare: '' } }),
    'the variables, by one more for client keys': (as) =>
      as.post('/features/f/variables', {
        slug: 'n',
        type: 'string',
        client: true,
        values: { served: '', spare: '' },
      }),
    'the name of a segment': (as) =>
      as.put('/segments/people', {
        name: 'Persons',
        any_of: [{ all_of: [{ property: 'user_id', operator: 'exists' }] }],
      }),
  },
};

const servedIn: Record<Placement, readonly (keyof typeof changes)[]> = {
  'not at all': [],
  'in an open environment': [],
  'by targeting': ['feature', 'variation'],
  'by targeting that is off': ['feature', 'variation'],
  'by a default': ['feature', 'variation'],
  'by an override': ['feature', 'variation'],
  'by a segment': ['feature', 'variation', 'segment'],
};

async function serve(environments: object): Promise<void> {
  const values = (v: string) => ({ v, other: '', shown: '' });
  const feature = {
    slug: 'f',
    name: 'f',
    variables: [
      { slug: 'v', type: 'string', client: false },
      { slug: 'other', type: 'string' },
      { slug: 'shown', type: 'string', client: true },
    ],
    variations: [
      { slug: 'served', name: 'served', values: values('x') },
      { slug: 'spare', name: 'spare', values: values('y') },
    ],
    environments,
  };
  const project = {
    slug: 'web',
    environments: [{ slug: 'production' }, { slug: 'staging' }],
    segments: [
      { slug: 'people', name: 'People', any_of: [{ all_of: [{ property: 'user_id', operator: 'exists' }] }] },
    ],
    features: [feature],
  };
  const document = { prune: true, organisations: [{ slug: 'acme', projects: [project] }] };
  await applyDocument({ pool: app.pool }, document);
}

for (const [placement, environments] of Object.entries(placements) as [Placement, object][]) {
  describe(`of a feature that is served ${placement}`, () => {
    beforeEach(() => serve(environments));

    for (const kind of Object.keys(changes) as (keyof typeof changes)[]) {
      const isRefused = kind === 'clients' || servedIn[placement].includes(kind);
      for (const [what, change] of Object.entries(changes[kind])) {
        it(`a member may ${isRefused ? 'not ' : ''}change ${what}`, async () => {
          const answer = await change(member);
          if (isRefused) {
            expect({ status: answer.status, body: answer.body }).toEqual({
              status: 403,
              body: {
                error:
                  'Only admins and owners can change what the protected environment "production" serves.',
                code: 'role_insufficient',
              },
            });
            expect((await change(admin)).status).toBeLessThan(300);
          } else {
            expect(answer.status).toBeLessThan(300);
          }
        });
      }
    }
  });
}

describe('in a project without a protected environment', () => {
  it('a member may change whether client keys get a variable', async () => {
    await serve({});
    expect((await admin.patch('/environments/production', { protected: false })).status).toBe(200);
    expect((await member.patch('/features/f/variables/v', { client: true })).status).toBe(200);
    expect((await admin.patch('/environments/production', { protected: true })).status).toBe(200);
    expect((await member.patch('/features/f/variables/v', { client: true })).status).toBe(200);
    expect((await member.patch('/features/f/variables/v', { client: false })).status).toBe(403);
  });
});

describe('what a protected environment serves', () => {
  beforeEach(() => serve({ production: { overrides: { u: 'served' } } }));
  const there = '/features/f/environments/production';
  const refused = {
    status: 403,
    body: {
      error: 'Only admins and owners can change what the protected environment "production" serves.',
      code: 'role_insufficient',
    },
  };

  it.each<[string, (as: Calls) => Promise<Answered>]>([
    ['PUT of targeting', (as) => as.put(`${there}/targeting`, { enabled: true, rules: [] })],
    ['PATCH of targeting', (as) => as.patch(`${there}/targeting`, { enabled: false })],
    ['DELETE of targeting', (as) => as.delete(`${there}/targeting`)],
    ['PUT of everyone', (as) => as.put(`${there}/everyone`, { variation: 'served' })],
    [
      'DELETE of everyone',
      async (as) => {
        await admin.put(`${there}/everyone`, { variation: 'served' });
        return as.delete(`${there}/everyone`);
      },
    ],
    ['PUT of defaults', (as) => as.put(`${there}/defaults`, { v: 'served' })],
    ['PUT of an override', (as) => as.put(`${there}/overrides/v`, { variation: 'served' })],
    ['DELETE of an override', (as) => as.delete(`${there}/overrides/u`)],
    [
      'copy-environment',
      (as) => as.post('/features/f/copy-environment', { from: 'staging', to: 'production' }),
    ],
    [
      'copy-environment, in a dry run',
      (as) => as.post('/features/f/copy-environment', { from: 'staging', to: 'production', dry_run: true }),
    ],
    [
      'PUT of targeting, in a dry run',
      (as) => as.put(`${there}/targeting?dry_run=true`, { enabled: true, rules: [] }),
    ],
  ])('is refused to a member by name: %s', async (_, change) => {
    const answer = await change(member);
    expect({ status: answer.status, body: answer.body }).toEqual(refused);
    expect((await change(admin)).status).toBeLessThan(300);
  });

  it('is refused to a viewer because of the role', async () => {
    const viewer = createCalls(app, await signIn(app, 'viewer@acme.example'));
    const { status, body } = await viewer.patch(`${there}/targeting`, { enabled: false });
    expect([status, body]).toEqual([
      403,
      { error: "Your role doesn't allow this (serve).", code: 'role_insufficient' },
    ]);
  });
});
