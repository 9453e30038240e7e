import { expect, it } from '@jest/globals';
import { describeDraft, draftNames } from './draft-names.ts';

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

it('a draft is described by its subject', () => {
  const of = { account: 'ada@acme.example', org: 'acme', project: 'webhooks' };
  expect([
    describeDraft(draftNames.serving({ ...of, feature: 'values', env: 'env' })),
    describeDraft(draftNames.values({ ...of, feature: 'checkout' })),
    describeDraft(draftNames.segment({ ...of, segment: 'canada' })),
    describeDraft(draftNames.environment({ ...of, env: 'staging' })),
    describeDraft(draftNames.endpoint({ ...of, endpoint: 'e-1' })),
  ]).toEqual([
    'values in env',
    'the values of checkout',
    'the segment canada',
    'the environment staging',
    'the endpoint',
  ]);
});
