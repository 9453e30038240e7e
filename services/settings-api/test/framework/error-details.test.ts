/** The parts of an error for programs: its code, its resource, and the code and path of each problem. */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { production, restoreOrganisations } from '../checkout.ts';
import { createCalls, type Answered } from '../client.ts';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

const rule = (serve: object, rest: object = {}) => ({ enabled: true, rules: [{ serve, ...rest }] });
const targeting = (body: object) => () => web.put(`${production}/targeting`, body);
const noValue = { all_of: [{ property: 'custom', custom_key: '', operator: 'exists' }] };
const feature = { slug: 'new', variables: [{ slug: 'v', type: 'string' }] };

describe('a problem has the code', () => {
  it.each<[string, string, () => Promise<Answered>]>([
    ['required', 'rules[0].serve', targeting({ enabled: true, rules: [{}] })],
    ['unknown_member', 'rules[0].colour', targeting(rule({ variation: 'off' }, { colour: 'red' }))],
    ['unknown_reference', 'rules[0].serve.variation', targeting(rule({ variation: 'moon' }))],
    [
      'empty',
      'rules[0].any_of[0].all_of[0].custom_key',
      targeting(rule({ variation: 'off' }, { any_of: [noValue] })),
    ],
    ['limit', 'rules[0].name', targeting(rule({ variation: 'off' }, { name: 'x'.repeat(201) }))],
    ['invalid', 'rules[0].serve', targeting(rule({}))],
    ['duplicate', 'tags[1]', () => web.post('/features', { ...feature, tags: ['a', 'a'] })],
    ['duplicate', 'query.limit', () => web.get('/features?limit=1&limit=2')],
  ])('%s at %s', async (code, path, send) => {
    const { status, body } = await send();
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid' });
    expect(body.details).toContainEqual({ path, code, message: expect.any(String) });
  });
});

describe('an error names what it is about', () => {
  it.each<[string, number, object, () => Promise<Answered>]>([
    [
      'a feature that does not exist',
      404,
      { kind: 'feature', slug: 'moon' },
      () => web.get('/features/moon'),
    ],
    [
      'a segment that does not exist',
      404,
      { kind: 'segment', slug: 'moon' },
      () => web.get('/segments/moon'),
    ],
    [
      'a slug that is taken',
      409,
      { kind: 'feature', slug: 'checkout' },
      () => web.post('/features', { slug: 'checkout' }),
    ],
    [
      'a segment that is in use',
      409,
      { kind: 'segment', slug: 'canada' },
      () => web.delete('/segments/canada'),
    ],
    [
      'a variation that is in use',
      409,
      { kind: 'variation', slug: 'off' },
      () => web.delete('/features/checkout/variations/off'),
    ],
  ])('%s', async (_what, status, resource, send) => {
    const answer = await send();
    expect({ status: answer.status, resource: answer.body.resource }).toEqual({ status, resource });
  });

  it('and the feature that has a taken variable', async () => {
    const variables = [{ slug: 'checkout-layout', type: 'string' }];
    const { body } = await web.post('/features', { slug: 'other', variables });
    expect(body).toMatchObject({
      code: 'taken',
      resource: { kind: 'variable', slug: 'checkout-layout' },
      details: [
        { path: 'variables[0].slug', code: 'taken', resource: { kind: 'feature', slug: 'checkout' } },
      ],
    });
  });

  it('and each use of what is in use, whose path is one in what the environment serves', async () => {
    const { body } = await web.delete('/segments/canada');
    expect(body.details).toContainEqual({
      path: 'targeting.rules[0]',
      message: expect.stringMatching(/^rule 1 .*of checkout in production: uses canada$/),
      code: 'in_use',
      resource: { kind: 'feature', slug: 'checkout', environment: 'production' },
    });
  });
});

it('a difference has its line without the document', async () => {
  const { body } = await web.patch(`${production}/targeting?dry_run=true`, { enabled: false });
  expect(body.changes).toMatchObject([
    { text: 'targeting of checkout in production: on → off', what: 'targeting: on → off' },
  ]);
});

it('a 412 has them, too', async () => {
  const { etag } = await web.get(production);
  await web.put(`${production}/overrides/u-1`, { variation: 'off' });
  const { status, body } = await web.patch(
    `${production}/targeting`,
    { enabled: false },
    { 'If-Match': etag },
  );
  expect({ status, changes: body.changes }).toMatchObject({
    status: 412,
    changes: [{ what: 'u-1: none → off' }],
  });
});
