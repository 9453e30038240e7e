import { featureKinds, ownerSchema } from '@bunting/definitions/metadata';
import { slugSchema } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { compositeKey, readCompositeCursor } from '../framework/http/composite-cursor.ts';
import { encodeCursor, createPageSchema, pageQuery, toPage } from '../framework/http/page.ts';
import { readRoute } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import type { AdviceDependencies } from './dependencies.ts';
import { readAdvicePage, type ListedAdvice } from './read-advice-page.ts';
import { readForward } from './read-forward.ts';
import { readProjectFacts } from './read-project-signals.ts';
import { adviceSchema, toAdvice } from './representation.ts';
import { readAdvice, type AdviceKey } from './survey.ts';
import { verdicts } from './verdict.ts';

const project = '/organisations/{org}/projects/{project}';

export const adviceRoutes = [
  readRoute({
    path: `${project}/advice`,
    summary: 'List stale features',
    description:
      'Ordered by verdict: delete, archive, remove code, finish; within a verdict, longest first. Features to keep are listed only with `verdict=keep`. The list is updated every minute: a feature that begins to match a filter appears with the next update, and one that no longer matches disappears immediately. A page can have fewer items than `limit`, or none: `next_cursor` shows whether more follow.',
    query: pageQuery({
      verdict: Type.Optional(stringEnum(verdicts)),
      certain: Type.Optional(Type.Boolean()),
      owner: Type.Optional(ownerSchema),
      tag: Type.Optional(slugSchema),
      kind: Type.Optional(stringEnum(featureKinds)),
    }),
    answer: createPageSchema(adviceSchema),
    async handle(
      { project, query: { limit, cursor, ...filter } },
      { pool, surveys, now }: AdviceDependencies,
    ) {
      const after = readCompositeCursor(cursor, isAdviceKey);
      const { features } = await surveys.survey(project);
      // Not those of the survey: an environment may have been counted, or a repository scanned, since.
      const facts = await readProjectFacts(pool, project, now());
      const survey = { features, facts };
      const { rows, readUpTo } = await readAdvicePage(pool, survey, filter, { after, limit: limit + 1 });
      const whole = await readForward(
        pool,
        rows.slice(0, limit).map(({ advice }) => advice),
      );
      const read = whole.map(({ advice, forward }, index) => ({ ...rows[index]!, advice, forward }));
      const isCut = readUpTo !== undefined || rows.length > read.length;
      const positionOf = ({ position }: ListedAdvice) => compositeKey(position);
      const page = toPage(
        read,
        limit,
        positionOf,
        ({ advice, forward }) => toAdvice(advice, forward, facts),
        {
          isCut,
        },
      );
      // Nothing that was examined matched: the next page goes on behind it.
      const isEmpty = read.length === 0 && readUpTo !== undefined;
      return { body: isEmpty ? { ...page, next_cursor: encodeCursor(compositeKey(readUpTo)) } : page };
    },
  }),

  readRoute({
    path: `${project}/features/{feature}/advice`,
    summary: 'Read the advice on a feature',
    description: 'Computed for this request.',
    answer: adviceSchema,
    async handle({ project, featureId, params }, { pool, now }) {
      const facts = await readProjectFacts(pool, project, now());
      const [found] = await readForward(pool, await readAdvice(pool, facts, [featureId]));
      if (found === undefined) throw settingsErrors.unknown('feature', params.feature);
      return { body: toAdvice(found.advice, found.forward, facts) };
    },
  }),
];

function isAdviceKey(key: readonly unknown[]): key is AdviceKey {
  const [rank, daysBeyond, slug] = key;
  return (
    key.length === 3 && Number.isInteger(rank) && Number.isInteger(daysBeyond) && typeof slug === 'string'
  );
}
