import type { Evaluation } from '@bunting/evaluator';

/** The number of evaluations with one result, as the service gets it. */
export interface Count {
  readonly variable: string;
  readonly variation: string | null;
  readonly reason: string;
  count: number;
}

/** Counts results of evaluations. */
export interface EvaluationCounts {
  add(evaluation: Evaluation): void;
  /** Removes and returns up to `max` counts. */
  take(max: number): readonly Count[];
  restore(counts: readonly Count[]): void;
  isEmpty(): boolean;
}

/** The maximum of different results: others are not counted until the next request. */
const maxCounts = 20_000;
/** The maximum of result objects: beyond it, they are counted by their names. */
const maxObjects = 5_000;

export function createEvaluationCounts(): EvaluationCounts {
  /** Results of one datafile are shared objects: to count them by identity costs an evaluation the least. */
  const objects = new Map<Evaluation, { count: number }>();
  const counts = new Map<string, Count>();

  function fold(): void {
    for (const [{ key, variation, reason }, { count }] of objects) {
      addCount({ variable: key, variation, reason, count });
    }
    objects.clear();
  }

  function addCount(added: Count): void {
    const name = `${added.variable}\n${added.variation ?? ''}\n${added.reason}`;
    const found = counts.get(name);
    if (found !== undefined) found.count += added.count;
    else if (counts.size < maxCounts) counts.set(name, { ...added });
  }

  return {
    add(evaluation) {
      const found = objects.get(evaluation);
      if (found !== undefined) {
        found.count += 1;
        return;
      }
      objects.set(evaluation, { count: 1 });
      if (objects.size > maxObjects) fold();
    },
    take(max) {
      fold();
      const taken = [...counts].slice(0, max);
      for (const [name] of taken) counts.delete(name);
      return taken.map(([, count]) => count);
    },
    restore(given) {
      for (const count of given) addCount(count);
    },
    isEmpty: () => objects.size === 0 && counts.size === 0,
  };
}
