import { bucketingProperties } from '@bunting/evaluator/definition';
import { checkAnyOf, type ConditionDependencies } from './check-condition.ts';
import { hasAtMostThreeDecimals, toThousandths } from '../schemas/percentage.ts';
import { createDuplicateCheck } from './duplicate-check.ts';
import { memberPath, type Problem } from './problem.ts';
import { parseInstant } from './parseable.ts';
import { storedSlug } from '../schemas/slug.ts';
import { objectParts, wellShapedEntries, type IsWellShaped } from './well-shaped.ts';
import { createValueBudget } from './value-budget.ts';
import type {
  PrerequisiteInput,
  RolloutInput,
  RuleInput,
  ScheduleInput,
  ServeInput,
  TargetingInput,
} from '../schemas/targeting-schema.ts';

/** The slugs that a rule may name, lower-cased. */
export interface TargetingDependencies {
  readonly variations: ReadonlySet<string>;
  readonly segments: ReadonlySet<string>;
}

/** Yields what is wrong with the rules beyond their shape; skips malformed parts, which the shape check has reported. */
export function* checkTargeting(
  targeting: TargetingInput,
  path: string,
  dependencies: TargetingDependencies,
  isWellShaped: IsWellShaped = () => true,
): Generator<Problem> {
  const budgeted = { ...dependencies, budget: createValueBudget() };
  yield* checkPrerequisites(targeting.prerequisites, memberPath(path, 'prerequisites'), isWellShaped);
  const ids = createDuplicateCheck();
  for (const rule of objectParts(targeting.rules, memberPath(path, 'rules'))) {
    const { id } = rule.value;
    const idPath = memberPath(rule.path, 'id');
    if (id !== undefined && isWellShaped(idPath)) yield* ids.enter(id.toLowerCase(), idPath);
    yield* checkRule(rule.value, rule.path, budgeted, isWellShaped);
  }
}

/** Yields repetitions. What the entries name is checked where they are written, because it belongs to other features. */
function* checkPrerequisites(
  prerequisites: readonly PrerequisiteInput[] | undefined,
  path: string,
  isWellShaped: IsWellShaped,
): Generator<Problem> {
  const variables = createDuplicateCheck();
  for (const entry of wellShapedEntries(prerequisites, path, isWellShaped)) {
    yield* variables.enter(storedSlug(entry.value.variable), memberPath(entry.path, 'variable'));
    const variations = createDuplicateCheck();
    for (const [index, slug] of entry.value.variations.entries()) {
      yield* variations.enter(storedSlug(slug), `${memberPath(entry.path, 'variations')}[${index}]`);
    }
  }
}

function* checkRule(
  rule: RuleInput,
  path: string,
  dependencies: TargetingDependencies & Pick<ConditionDependencies, 'budget'>,
  isWellShaped: IsWellShaped,
): Generator<Problem> {
  yield* checkAnyOf(rule.any_of, memberPath(path, 'any_of'), dependencies, isWellShaped);
  const schedule = memberPath(path, 'schedule');
  if (rule.schedule && isWellShaped(schedule)) yield* checkSchedule(rule.schedule, schedule);
  const rollout = memberPath(path, 'rollout');
  if (rule.rollout && isWellShaped(rollout)) yield* checkRollout(rule.rollout, rollout);
  const serve = memberPath(path, 'serve');
  if (isWellShaped(serve)) yield* checkServe(rule.serve, serve, dependencies);
}

function* checkSchedule({ from, to }: ScheduleInput, path: string): Generator<Problem> {
  const start = yield* checkInstant(from, memberPath(path, 'from'));
  const end = yield* checkInstant(to, memberPath(path, 'to'));
  if (start !== undefined && end !== undefined && start >= end) {
    yield { path: memberPath(path, 'to'), message: 'must be later than from' };
  }
}

function* checkInstant(
  text: string | null | undefined,
  path: string,
): Generator<Problem, number | undefined> {
  if (text === null || text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant === undefined) yield { path, message: 'must be an ISO 8601 date, with a time or without' };
  return instant;
}

function* checkRollout({ percentage, stages }: RolloutInput, path: string): Generator<Problem> {
  if ((percentage === undefined) === (stages === undefined)) {
    yield { path, message: 'must have either percentage or stages' };
  }
  if (percentage !== undefined) yield* checkPercentage(percentage, memberPath(path, 'percentage'));
  let latest = Number.NEGATIVE_INFINITY;
  for (const [index, stage] of (stages ?? []).entries()) {
    const stagePath = `${memberPath(path, 'stages')}[${index}]`;
    yield* checkPercentage(stage.percentage, memberPath(stagePath, 'percentage'));
    const at = yield* checkInstant(stage.at, memberPath(stagePath, 'at'));
    if (at === undefined) continue;
    if (at <= latest)
      yield { path: memberPath(stagePath, 'at'), message: 'must be later than the previous stage' };
    latest = Math.max(latest, at);
  }
}

function* checkPercentage(percentage: number, path: string): Generator<Problem> {
  if (!hasAtMostThreeDecimals(percentage)) yield { path, message: 'must have at most three decimals' };
}

function* checkServe(
  serve: ServeInput,
  path: string,
  { variations }: TargetingDependencies,
): Generator<Problem> {
  const { variation, split, bucket_by: bucketBy } = serve;
  if ((variation === undefined) === (split === undefined)) {
    yield { path, message: 'must have either variation or split' };
  }
  if (variation !== undefined)
    yield* checkVariationName(variation, memberPath(path, 'variation'), variations);
  if (split !== undefined) {
    const splitPath = memberPath(path, 'split');
    for (const [index, entry] of split.entries()) {
      yield* checkVariationName(entry.variation, `${splitPath}[${index}].variation`, variations);
      yield* checkPercentage(entry.weight, `${splitPath}[${index}].weight`);
    }
    const sum = split.reduce((total, { weight }) => total + toThousandths(weight), 0);
    if (sum !== 100_000) {
      yield { path: splitPath, message: `must have weights that add up to exactly 100, not ${sum / 1000}` };
    }
  }
  for (const [index, name] of (bucketBy ?? []).entries()) {
    if (!isBucketingAttribute(name)) {
      const message = `must be one of: ${bucketingProperties.join(', ')}, or custom.<key>`;
      yield { path: `${memberPath(path, 'bucket_by')}[${index}]`, message };
    }
  }
}

function isBucketingAttribute(name: string): boolean {
  return (bucketingProperties as readonly string[]).includes(name) || /^custom\../su.test(name);
}

/** Yields a problem unless `variations` has the slug, whatever its case. */
export function* checkVariationName(
  slug: string,
  path: string,
  variations: ReadonlySet<string>,
): Generator<Problem> {
  if (!variations.has(storedSlug(slug)))
    yield { path, message: `is the unknown variation ${slug}`, code: 'unknown_reference' };
}
