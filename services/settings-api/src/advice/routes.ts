import { ownerSchema, featureKinds, storedOwner } from '@bunting/definitions/metadata';
import { slugSchema, storedSlug } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { compositeKey, readCompositeCursor } from '../framework/http/composite-cursor.ts';
import { pageOf, pageQuery, toPage } from '../framework/http/page.ts';
import { route } from '../framework/route.ts';
import { stringEnum } from '../framework/schemas.ts';
import { readForward } from './read-forward.ts';
import { readProjectFacts } from './read-project-signals.ts';
import { adviceSchema, toAdvice } from './representation.ts';
import { compareKeys, keyOf, readAdvice, type AdviceKey, type SurveyedFeature } from './survey.ts';
import { verdicts, type Verdict } from './verdict.ts';

const project = '/organisations/{org}/projects/{project}';

interface AdviceFilter {
  readonly verdict?: Verdict;
  readonly certain?: boolean;
  readonly owner?: string;
  readonly tag?: string;
  readonly kind?: string;
}

export const adviceRoutes = [
  route({
    method: 'GET',
    path: `${project}/advice`,
    action: 'read',
    summary: 'List the features that may have had their time',
    description:
      'Those to delete, to archive, whose code can be removed, and to finish, in this order; within one those that have been so for longest. Features to keep are listed with `verdict=keep` alone. The order is at most a minute old.',
    query: pageQuery({
      verdict: Type.Optional(stringEnum(verdicts)),
      certain: Type.Optional(Type.Boolean()),
      owner: Type.Optional(ownerSchema),
      tag: Type.Optional(slugSchema),
      kind: Type.Optional(stringEnum(featureKinds)),
    }),
    status: 200,
    answer: pageOf(adviceSchema),
    async handle({ project, query: { limit, cursor, ...filter } }, { pool, surveys }) {
      const after = readCompositeCursor(cursor, isAdviceKey);
      const { features, facts } = await surveys.survey(project);
      const rows = pageFrom(features, filter, { after, limit: limit + 1 });
      const ids = rows.slice(0, limit).map(({ id }) => id);
      const found = new Map((await readAdvice(pool, facts, ids)).map((each) => [each.feature.id, each]));
      // What was deleted since is passed over; a verdict that has just changed is the one of now.
      const there = rows.filter(({ id }, index) => index >= limit || found.has(id));
      const whole = await readForward(
        pool,
        there.flatMap(({ id }) => found.get(id) ?? []),
      );
      const items = new Map(whole.map((each) => [each.advice.feature.id, each]));
      const read = there.slice(0, Math.min(limit, whole.length));
      const toItem = ({ id }: SurveyedFeature) => {
        const { advice, forward } = items.get(id)!;
        return toAdvice(advice, forward, facts);
      };
      const isCut = there.length > read.length;
      return { body: toPage(read, limit, (row) => compositeKey(keyOf(row)), toItem, { isCut }) };
    },
  }),

  route({
    method: 'GET',
    path: `${project}/features/{feature}/advice`,
    action: 'read',
    summary: 'Say whether a feature may have had its time, and why',
    description: 'Of this moment.',
    status: 200,
    answer: adviceSchema,
    async handle({ project, featureId, params }, { pool, now }) {
      const facts = await readProjectFacts(pool, project, now());
      const [found] = await readForward(pool, await readAdvice(pool, facts, [featureId]));
      if (found === undefined) throw settingsErrors.unknown('feature', params.feature);
      return { body: toAdvice(found.advice, found.forward, facts) };
    },
  }),
];

/** The features of a page, those after `after`. */
function pageFrom(
  features: readonly SurveyedFeature[],
  filter: AdviceFilter,
  { after, limit }: { readonly after: AdviceKey | undefined; readonly limit: number },
): SurveyedFeature[] {
  const owner = filter.owner === undefined ? undefined : storedOwner(filter.owner);
  const tag = filter.tag === undefined ? undefined : storedSlug(filter.tag);
  const rows: SurveyedFeature[] = [];
  for (const feature of features) {
    if (after !== undefined && compareKeys(keyOf(feature), after) <= 0) continue;
    const isMeant =
      (filter.verdict === undefined ? feature.verdict !== 'keep' : feature.verdict === filter.verdict) &&
      (filter.certain === undefined || feature.certain === filter.certain) &&
      (filter.kind === undefined || feature.kind === filter.kind) &&
      (owner === undefined || feature.owners.includes(owner)) &&
      (tag === undefined || feature.tags.includes(tag));
    if (isMeant) rows.push(feature);
    if (rows.length === limit) break;
  }
  return rows;
}

function isAdviceKey(key: readonly unknown[]): key is AdviceKey {
  const [rank, daysBeyond, slug] = key;
  return (
    key.length === 3 && Number.isInteger(rank) && Number.isInteger(daysBeyond) && typeof slug === 'string'
  );
}
