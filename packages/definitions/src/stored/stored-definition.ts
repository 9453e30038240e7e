import type {
  ConditionDefinition,
  GroupDefinition,
  PrerequisiteDefinition,
  RolloutDefinition,
  RuleDefinition,
  ServeDefinition,
  TargetingDefinition,
} from '@bunting/evaluator/definition';
import type { AnyOfInput, ConditionInput } from '../schemas/condition-schema.ts';
import { storedSlug } from '../schemas/slug.ts';
import { storedJson, storedNumber } from './stored-json.ts';
import type {
  PrerequisiteInput,
  RolloutInput,
  RuleInput,
  ScheduleInput,
  ServeInput,
  TargetingInput,
} from '../schemas/targeting-schema.ts';

// The stored form of definitions that have passed the checks, in which they are also compared: slugs are lower-cased, members without
// effect are left out, defaults are filled in, minus zero is zero, and ids are in lower case, as PostgreSQL returns them.

/** Returns the stored form of groups that have passed `checkAnyOf`. */
export function storedAnyOf(anyOf: AnyOfInput): GroupDefinition[] {
  return anyOf.map((group) => ({ all_of: group.all_of.map(storedCondition) }));
}

/** Returns the stored form of a targeting that has passed `checkTargeting`. */
export function storedTargeting({
  enabled = true,
  prerequisites = [],
  rules = [],
}: TargetingInput): TargetingDefinition {
  return {
    enabled,
    ...(prerequisites.length > 0 && { prerequisites: prerequisites.map(storedPrerequisite) }),
    rules: rules.map(storedRule),
  };
}

function storedPrerequisite({ variable, variations }: PrerequisiteInput): PrerequisiteDefinition {
  return { variable: storedSlug(variable), variations: variations.map(storedSlug) };
}

function storedCondition(condition: ConditionInput): ConditionDefinition {
  const { property, custom_key, operator, values = [], ignore_case = false } = condition;
  return {
    property,
    ...(custom_key !== undefined && { custom_key }),
    operator,
    ...(values.length > 0 && {
      values: property === 'segment' ? values.map((slug) => storedSlug(`${slug}`)) : values.map(storedJson),
    }),
    ...(ignore_case && { ignore_case }),
  };
}

function storedRule({
  id,
  name = '',
  enabled = true,
  any_of = [],
  schedule,
  rollout,
  serve,
}: RuleInput): RuleDefinition {
  return {
    ...(id !== undefined && { id: id.toLowerCase() }),
    name,
    enabled,
    any_of: storedAnyOf(any_of),
    ...(schedule && storedSchedule(schedule)),
    ...(rollout && { rollout: storedRollout(rollout) }),
    serve: storedServe(serve),
  };
}

function storedSchedule({ from, to }: ScheduleInput): Pick<RuleDefinition, 'schedule'> {
  if (!from && !to) return {};
  return { schedule: { ...(from && { from }), ...(to && { to }) } };
}

function storedRollout({ percentage, stages = [] }: RolloutInput): RolloutDefinition {
  if (percentage !== undefined) return { percentage: storedNumber(percentage) };
  return { stages: stages.map((stage) => ({ ...stage, percentage: storedNumber(stage.percentage) })) };
}

function storedServe({ variation, split = [], bucket_by }: ServeInput): ServeDefinition {
  const bucketBy = bucket_by === undefined ? {} : { bucket_by };
  if (variation !== undefined) return { variation: storedSlug(variation), ...bucketBy };
  const buckets = split.map(({ variation: slug, weight }) => ({
    variation: storedSlug(slug),
    weight: storedNumber(weight),
  }));
  return { split: buckets, ...bucketBy };
}
