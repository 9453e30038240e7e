import { mergeDefaults, mergeTargeting, type Pins } from '@bunting/history';
import { storedSlug, storedTargeting } from '@bunting/definitions';
import type { JsonValue } from '@bunting/evaluator/definition';
import { settingsErrors } from '../framework/errors.ts';
import { readRoute } from '../framework/route.ts';
import { readServingRepresentation } from '../serving/queries.ts';
import { wholeSchema, type WholeInput } from '../serving/whole-schema.ts';
import {
  answerMerge,
  prefixConflicts,
  mergeAnswer,
  mergeBody,
  mergeDescription,
  getResolutions,
} from './merge-answer.ts';

export const servingMergeRoute = readRoute({
  method: 'POST',
  path: '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/merge',
  summary: 'Merge targeting and defaults with concurrent changes',
  description: mergeDescription,
  body: mergeBody(wholeSchema),
  hasETag: 'set by the handler',
  answer: mergeAnswer(wholeSchema),
  async handle({ featureId, environment, project, params, body }, { pool }) {
    const now = await readServingRepresentation(pool, featureId, environment.id);
    if (now === undefined) throw settingsErrors.unknown('feature', params.feature);
    const [base, wanted] = [body.base, body.wanted].map(storedWhole) as [Whole, Whole];
    const present: Whole = { targeting: now.targeting, defaults: now.defaults };
    const targeting = mergeTargeting(
      base.targeting,
      present.targeting,
      wanted.targeting,
      getResolutions(body.take, 'targeting.'),
    );
    const defaults = mergeDefaults(
      base.defaults,
      present.defaults,
      wanted.defaults,
      getResolutions(body.take, 'defaults.'),
    );
    const conflicts = [
      ...prefixConflicts('targeting.', targeting.conflicts),
      ...prefixConflicts('defaults.', defaults.conflicts),
    ];
    const merged: Whole =
      conflicts.length > 0 ? present : { targeting: targeting.merged, defaults: defaults.merged };
    const subject = `${project.slug}/${params.feature.toLowerCase()} in ${environment.slug}`;
    return answerMerge(now, { merged, conflicts }, body.take, [
      changeOf('targeting', subject, present.targeting, merged.targeting),
      changeOf('defaults', subject, withoutNone(present.defaults), withoutNone(merged.defaults)),
    ]);
  },
});

interface Whole {
  readonly targeting: ReturnType<typeof storedTargeting> | null;
  readonly defaults: Pins;
}

function storedWhole({ targeting, defaults }: WholeInput): Whole {
  return {
    targeting: targeting === null ? null : storedTargeting(targeting),
    defaults: Object.fromEntries(
      Object.entries(defaults).map(([variable, variation]) => [
        storedSlug(variable),
        variation === null ? null : storedSlug(variation),
      ]),
    ),
  };
}

function withoutNone(pins: Pins): Pins {
  return Object.fromEntries(Object.entries(pins).filter(([, variation]) => variation !== null));
}

function changeOf(noun: string, subject: string, before: unknown, after: unknown) {
  return { action: `${noun}.updated`, subject, before: before as JsonValue, after: after as JsonValue };
}
