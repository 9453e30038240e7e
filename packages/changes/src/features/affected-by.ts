import type { JsonValue } from '@bunting/evaluator/definition';
import type { FeatureState } from './feature-state.ts';

/** Which of a feature's evaluations a change of its definition affects. */
interface Affected {
  /** All: its status, its slug or an existing variable changes. */
  readonly feature: boolean;
  /** Evaluations that serve one of these variations, by id. */
  readonly variations: readonly string[];
  /** Evaluations with client keys in every environment: whether they get an existing variable changes, which shows that it exists. */
  readonly clients: boolean;
}

/**
 * Returns the evaluations that a change affects. New parts affect none, because nothing serves them yet. Names, descriptions, metadata and
 * constraints affect none, because no evaluation returns them. Deleted variations affect none, because only unused ones can be deleted.
 * `after` absent = the feature is deleted.
 */
export function affectedBy(before: FeatureState, after: FeatureState | undefined): Affected {
  if (after === undefined) return { feature: true, variations: [], clients: false };
  const variables = new Map(after.variables.map((variable) => [variable.id, variable]));
  const variations = new Map(after.variations.map((variation) => [variation.id, variation]));
  return {
    feature:
      before.status !== after.status ||
      before.slug !== after.slug ||
      before.salt !== after.salt ||
      before.variables.some(({ id, slug, type, client }) => {
        const changed = variables.get(id);
        return slug !== changed?.slug || type !== changed.type || client !== changed.client;
      }),
    clients: before.variables.some(({ id, client }) => client !== (variables.get(id)?.client ?? client)),
    variations: before.variations
      .filter(({ id, slug, values }) => {
        const changed = variations.get(id);
        if (changed === undefined) return false;
        return (
          slug !== changed.slug ||
          [...values].some(([variable, value]) => !isSameJson(value, changed.values.get(variable)))
        );
      })
      .map(({ id }) => id),
  };
}

function isSameJson(left: JsonValue, right: JsonValue | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
