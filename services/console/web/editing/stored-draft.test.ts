import { expect, it } from '@jest/globals';
import { draftNames, subjectOf } from './stored-draft.ts';

it('no two drafts have the same name, whatever their slugs are', () => {
  const of = { account: 'ada', org: 'acme', project: 'shop' };
  const slugs = ['values', 'segments', 'features', 'env', 'environments', 'webhooks'];
  const names = slugs.flatMap((one) => [
    draftNames.values({ ...of, feature: one }),
    draftNames.segment({ ...of, segment: one }),
    draftNames.environment({ ...of, env: one }),
    draftNames.endpoint({ ...of, endpoint: one }),
    ...slugs.map((env) => draftNames.serving({ ...of, feature: one, env })),
  ]);
  expect(new Set(names).size).toBe(names.length);
});

it('a draft is said by what it is of', () => {
  const of = { account: 'ada@acme.example', org: 'acme', project: 'webhooks' };
  expect([
    subjectOf(draftNames.serving({ ...of, feature: 'values', env: 'env' })),
    subjectOf(draftNames.values({ ...of, feature: 'checkout' })),
    subjectOf(draftNames.segment({ ...of, segment: 'canada' })),
    subjectOf(draftNames.environment({ ...of, env: 'staging' })),
    subjectOf(draftNames.endpoint({ ...of, endpoint: 'e-1' })),
  ]).toEqual([
    'values in env',
    'the values of checkout',
    'the segment canada',
    'the environment staging',
    'the endpoint',
  ]);
});
