import { newId } from '@bunting/database';
import type { PrerequisiteDefinition, RuleDefinition, ServeDefinition } from '@bunting/evaluator/definition';
import type { ChangeTransaction } from '../change-transaction.ts';
import { toThousandths } from '@bunting/definitions';
import type { ProjectState } from '../projects/lock-project.ts';
import { readSegmentIds } from '../projects/segments.ts';
import { deleteRows, writeRows, type RowOf } from '../rows.ts';
import type { ServingChange } from './serving-state.ts';
import { readPrerequisiteIds, type PrerequisiteIds } from './read-prerequisite-ids.ts';
import {
  prerequisites as prerequisiteTable,
  prerequisiteVariations,
  ruleSegments,
  ruleServings,
  targetingRules,
  targetings,
} from './serving-tables.ts';
import { getVariationId } from '../features/feature-state.ts';

/** Deletes targeting objects that differ, with their rules, and writes them anew: they are documents without parts of their own. */
export async function replaceTargeting(
  transaction: ChangeTransaction,
  project: ProjectState,
  changes: readonly ServingChange[],
): Promise<void> {
  const { client, now } = transaction;
  const keys = changes.map(({ feature, environment }) => ({
    feature_id: feature.id,
    environment_id: environment.id,
  }));
  await deleteRows(client, targetings, ['feature_id', 'environment_id'], keys);
  const segmentIds = await readSegmentIds({ client }, project);
  const prerequisiteIds = await readPrerequisiteIds(transaction, project, changes);
  const rows: TargetingRows = {
    targetings: [],
    rules: [],
    servings: [],
    segments: [],
    prerequisites: [],
    prerequisiteVariations: [],
  };
  for (const { feature, environment, after } of changes) {
    if (after.targeting === null) continue;
    const { enabled, prerequisites = [], rules } = after.targeting;
    const id = newId();
    rows.targetings.push({
      id,
      feature_id: feature.id,
      environment_id: environment.id,
      enabled,
      updated_at: now,
    });
    for (const [position, prerequisite] of prerequisites.entries()) {
      addPrerequisite(rows, { targeting_id: id, position }, prerequisite, prerequisiteIds);
    }
    for (const [position, rule] of rules.entries()) {
      addRule(
        rows,
        { targeting_id: id, position },
        rule,
        (slug) => getVariationId(feature, slug),
        segmentIds,
      );
    }
  }
  await writeRows(client, targetings, rows.targetings);
  await writeRows(client, targetingRules, rows.rules);
  await writeRows(client, ruleServings, rows.servings);
  await writeRows(client, ruleSegments, rows.segments);
  await writeRows(client, prerequisiteTable, rows.prerequisites);
  await writeRows(client, prerequisiteVariations, rows.prerequisiteVariations);
}

interface TargetingRows {
  readonly targetings: RowOf<typeof targetings>[];
  readonly rules: RowOf<typeof targetingRules>[];
  readonly servings: RowOf<typeof ruleServings>[];
  readonly segments: RowOf<typeof ruleSegments>[];
  readonly prerequisites: RowOf<typeof prerequisiteTable>[];
  readonly prerequisiteVariations: RowOf<typeof prerequisiteVariations>[];
}

function addPrerequisite(
  rows: TargetingRows,
  position: { readonly targeting_id: string; readonly position: number },
  { variable, variations }: PrerequisiteDefinition,
  ids: PrerequisiteIds,
): void {
  // `readPrerequisiteIds` has refused unknown names.
  const known = ids.get(variable)!;
  rows.prerequisites.push({ ...position, variable_id: known.id });
  for (const [rank, variation] of variations.entries()) {
    rows.prerequisiteVariations.push({ ...position, rank, variation_id: known.variations.get(variation)! });
  }
}

function addRule(
  rows: TargetingRows,
  position: { readonly targeting_id: string; readonly position: number },
  { id: ruleId, name, enabled = true, any_of, schedule, rollout, serve }: RuleDefinition,
  variationId: (slug: string) => string,
  segmentIds: ReadonlyMap<string, string>,
): void {
  const id = newId();
  const { bucket_by = [] } = serve;
  rows.rules.push({
    id,
    ...position,
    rule_id: ruleId ?? null,
    name,
    enabled,
    any_of,
    schedule,
    rollout,
    bucket_by,
  });
  for (const [index, { variation, weight }] of servings(serve).entries()) {
    const weight_thousandths = weight === null ? null : toThousandths(weight);
    rows.servings.push({
      targeting_rule_id: id,
      position: index,
      variation_id: variationId(variation),
      weight_thousandths,
    });
  }
  for (const slug of segmentsNamed(any_of)) {
    const segment_id = segmentIds.get(slug);
    if (segment_id === undefined) throw new Error(`The project has no segment ${slug}.`);
    rows.segments.push({ targeting_rule_id: id, segment_id });
  }
}

function servings(
  serve: ServeDefinition,
): readonly { readonly variation: string; readonly weight: number | null }[] {
  return 'split' in serve ? serve.split : [{ variation: serve.variation, weight: null }];
}

function segmentsNamed(anyOf: RuleDefinition['any_of']): Set<string> {
  const conditions = anyOf.flatMap((group) => group.all_of).filter(({ property }) => property === 'segment');
  return new Set(conditions.flatMap(({ values = [] }) => values.map(String)));
}
