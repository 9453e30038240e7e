import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { Change } from '../change-transaction.ts';
import type { ProjectState } from '../projects/lock-project.ts';
import type { RowOf } from '../rows.ts';
import type { FeatureState, VariationState } from './feature-state.ts';
import type { features, variables, variationValues, variations } from './feature-tables.ts';

interface FeatureRows {
  readonly features: RowOf<typeof features>[];
  readonly variables: RowOf<typeof variables>[];
  readonly variations: RowOf<typeof variations>[];
  readonly values: RowOf<typeof variationValues>[];
}

/** Returns the rows that differ from the stored ones: renaming a feature does not rewrite its values. */
export function featureRows(
  changes: readonly Change<FeatureState>[],
  project: Pick<ProjectState, 'id'>,
  now: Date,
): FeatureRows {
  const rows: FeatureRows = { features: [], variables: [], variations: [], values: [] };
  for (const { before, after } of changes) {
    if (after !== undefined) addRows(rows, before, after, project.id, now);
  }
  return rows;
}

function addRows(
  rows: FeatureRows,
  before: FeatureState | undefined,
  after: FeatureState,
  projectId: string,
  now: Date,
): void {
  const { id: feature_id, slug, name, description, status, salt } = after;
  // The feature's own row is always written: updated_at changes even if only a variable or variation changed.
  rows.features.push({
    id: feature_id,
    project_id: projectId,
    slug,
    name,
    description,
    status,
    salt,
    kind: after.kind,
    tags: after.tags,
    owners: after.owners,
    links: after.links,
    permanent: after.permanent,
    expected_until: dayOf(after.expectedUntil),
    snoozed_until: dayOf(after.snoozedUntil),
    manager: after.manager,
    updated_at: now,
  });
  const variablesBefore = byId(before?.variables ?? []);
  for (const variable of after.variables) {
    const known = variablesBefore.get(variable.id);
    if (known !== undefined && isDeepStrictEqual(known, variable)) continue;
    rows.variables.push({
      ...variable,
      feature_id,
      project_id: projectId,
      deleted_at: null,
      updated_at: now,
    });
  }
  const variationsBefore = byId((before?.variations ?? []).map(withPosition));
  for (const variation of after.variations.map(withPosition)) {
    const known = variationsBefore.get(variation.id);
    if (known === undefined || !sameMembers(known, variation, ['slug', 'name', 'position'])) {
      const { id, position } = variation;
      rows.variations.push({
        id,
        feature_id,
        slug: variation.slug,
        name: variation.name,
        position,
        deleted_at: null,
        updated_at: now,
      });
    }
    for (const [variable_id, value] of variation.values) {
      if (known?.values.has(variable_id) && sameText(known.values.get(variable_id) as JsonValue, value))
        continue;
      rows.values.push({ variation_id: variation.id, variable_id, feature_id, value });
    }
  }
}

/** Returns the day as a date. PostgreSQL reads only its day. */
function dayOf(text: string | null): Date | null {
  return text === null ? null : new Date(`${text}T00:00:00Z`);
}

function withPosition(
  variation: VariationState,
  position: number,
): VariationState & { readonly position: number } {
  return { ...variation, position };
}

function byId<Entry extends { readonly id: string }>(entries: readonly Entry[]): Map<string, Entry> {
  return new Map(entries.map((entry) => [entry.id, entry]));
}

function sameMembers<Entry>(left: Entry, right: Entry, names: readonly (keyof Entry)[]): boolean {
  return names.every((name) => left[name] === right[name]);
}

function sameText(left: JsonValue, right: JsonValue): boolean {
  return left === right || JSON.stringify(left) === JSON.stringify(right);
}
