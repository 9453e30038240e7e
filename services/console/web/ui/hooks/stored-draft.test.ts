import { expect, it } from '@jest/globals';
import { draftNames } from './stored-draft.ts';

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
