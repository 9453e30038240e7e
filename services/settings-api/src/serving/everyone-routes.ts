import { changeServing, type FeatureState } from '@bunting/changes';
import { maxEntries, slugSchema, storedSlug } from '@bunting/definitions';
import type { Problem } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import { requireNoProblems, settingsErrors } from '../framework/errors.ts';
import { changeRoute } from '../framework/route.ts';
import { everyoneRule, servedToEveryone, withoutEveryoneRule } from './everyone-rule.ts';
import { lockServing, readChangedServing, withPublishedVersion, type LockedServing } from './lock-serving.ts';
import { servingSchema } from './representation.ts';

const path = '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/everyone';

export const everyoneRoutes = [
  changeRoute({
    method: 'PUT',
    path,
    action: 'serve',
    isProposable: true,
    summary: 'Serve one variation to everyone',
    description:
      'For emergencies: puts a rule for everyone on top, named after you and the time. All other rules, the defaults and overrides stay; overrides still come first, and while a prerequisite is not met, no rule applies. Replaces an earlier rule of this kind. Returns 409 while targeting is off, because nothing is served then: `"enable": true` turns it on in the same change.',
    body: Type.Object(
      { variation: slugSchema, enable: Type.Optional(Type.Boolean()) },
      { additionalProperties: false },
    ),
    answer: servingSchema,
    hasETag: true,
    async handle(request, { change }) {
      const { environment, body } = request;
      return change(
        async (transaction) => {
          const serving = await lockServing(transaction, request);
          const variation = requireVariation(serving.feature, body.variation);
          const targeting = requireEvaluated(serving, body.enable ?? false);
          const { enabled, rules } = targeting;
          if (!enabled || servedToEveryone(rules) !== variation) {
            const others = withoutEveryoneRule(rules);
            requireNoProblems(countProblems(others.length + 1));
            const first = everyoneRule(variation, transaction.actor, transaction.now);
            const after = {
              ...serving.before,
              targeting: { ...targeting, enabled: true, rules: [first, ...others] },
            };
            await changeServing(transaction, serving.project, [{ ...serving, after }]);
          }
          return readChangedServing(transaction, serving);
        },
        {
          answer: (made) => ({ body: withPublishedVersion(made, environment) }),
        },
      );
    },
  }),

  changeRoute({
    method: 'DELETE',
    path,
    action: 'serve',
    isProposable: true,
    summary: 'Stop serving one variation to everyone',
    description: 'Removes the rule that `PUT` put on top. The other rules apply again.',
    handle: (request, { change }) =>
      change(async (transaction) => {
        const serving = await lockServing(transaction, request);
        const { targeting } = serving.before;
        if (targeting === null || servedToEveryone(targeting.rules) === undefined) {
          throw settingsErrors.unknown('rule for everyone of', serving.feature.slug);
        }
        const rules = withoutEveryoneRule(targeting.rules);
        const after = { ...serving.before, targeting: { ...targeting, rules } };
        await changeServing(transaction, serving.project, [{ ...serving, after }]);
      }),
  }),
];

function requireVariation({ variations }: FeatureState, named: string): string {
  const slug = storedSlug(named);
  if (!variations.some((each) => each.slug === slug)) {
    requireNoProblems([
      { path: 'variation', message: `is the unknown variation ${named}`, code: 'unknown_reference' },
    ]);
  }
  return slug;
}

/** Returns the targeting that a new rule would join. Throws 409 where no rule is evaluated, so that the caller does not believe in a rule without effect. */
function requireEvaluated({ feature, before: { targeting } }: LockedServing, mayEnable: boolean) {
  if (feature.status !== 'live') throw settingsErrors.notEvaluated(feature.slug, feature.status);
  if (targeting?.enabled === false && !mayEnable) throw settingsErrors.targetingOff(feature.slug);
  return targeting ?? { enabled: true, rules: [] as const };
}

function countProblems(count: number): Problem[] {
  if (count <= maxEntries.rules) return [];
  return [
    { path: 'targeting.rules', message: `must have at most ${maxEntries.rules} entries`, code: 'limit' },
  ];
}
