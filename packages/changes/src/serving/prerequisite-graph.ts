import { limits } from '@bunting/evaluator';

/** The features that the prerequisites of a feature name, in one environment: id → ids. */
export type PrerequisiteGraph = ReadonlyMap<string, readonly string[]>;

/** Returns the shortest way from one feature to another, both included; undefined = there is none. */
export function findWay(graph: PrerequisiteGraph, from: string, to: string): readonly string[] | undefined {
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const each of cameFrom.keys()) {
    if (each === to) return traceBack(cameFrom, to).toReversed();
    for (const next of graph.get(each) ?? []) {
      if (!cameFrom.has(next)) cameFrom.set(next, each);
    }
  }
  return undefined;
}

function traceBack(cameFrom: ReadonlyMap<string, string | undefined>, end: string): string[] {
  const way: string[] = [];
  for (let each: string | undefined = end; each !== undefined; each = cameFrom.get(each)) way.push(each);
  return way;
}

/**
 * Returns the longest chain that begins with a feature, itself included, or the beginning of one that is too long. A feature is followed
 * once, so stored circles end.
 */
export function findLongestChain(graph: PrerequisiteGraph, from: string): readonly string[] {
  const known = new Map<string, readonly string[]>();
  const follow = (feature: string, depth: number): readonly string[] => {
    const found = known.get(feature);
    if (found !== undefined) return found;
    known.set(feature, [feature]);
    let longest: readonly string[] = [];
    for (const next of depth > limits.prerequisiteDepth ? [] : (graph.get(feature) ?? [])) {
      const chain = follow(next, depth + 1);
      if (chain.length > longest.length) longest = chain;
    }
    const chain = [feature, ...longest];
    known.set(feature, chain);
    return chain;
  };
  return follow(from, 0);
}

/** Returns the number of features that a feature depends on, directly or not; counting ends beyond the limit. */
export function countReached(graph: PrerequisiteGraph, from: string): number {
  const reached = new Set([from]);
  for (const each of reached) {
    for (const next of graph.get(each) ?? []) reached.add(next);
    if (reached.size > limits.prerequisiteFeatures + 1) break;
  }
  return reached.size - 1;
}

/** Returns the graph of the dependents: who names a feature. */
export function invertGraph(graph: PrerequisiteGraph): PrerequisiteGraph {
  const inverted = new Map<string, string[]>();
  for (const [from, all] of graph) {
    for (const to of all) {
      const known = inverted.get(to);
      if (known === undefined) inverted.set(to, [from]);
      else known.push(from);
    }
  }
  return inverted;
}
