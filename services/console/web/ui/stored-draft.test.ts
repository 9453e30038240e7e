import { expect, it } from '@jest/globals';
import { draftNames } from './stored-draft.ts';

it('no two drafts of a project have the same name, whatever their slugs are', () => {
  const of = { account: 'ada', org: 'acme', project: 'shop' };
  const slugs = ['values', 'segments', 'features', 'env'];
  const names = slugs.flatMap((one) => [
    draftNames.values({ ...of, feature: one }),
    draftNames.segment({ ...of, segment: one }),
    ...slugs.map((env) => draftNames.serving({ ...of, feature: one, env })),
  ]);
  expect(new Set(names).size).toBe(names.length);
});
