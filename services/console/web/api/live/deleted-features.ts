/**
 * Features that this page renames or deletes. Their queries are disabled from the write until they are unmounted, because they would return
 * 404.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { OfFeature } from '../queries/project.ts';

const deleted = new Set<string>();

/** First elements of the query keys of a feature. */
const nouns: ReadonlySet<unknown> = new Set([
  'feature',
  'feature-uses',
  'serving',
  'evaluations',
  'pins',
  'preview',
  'dry-run',
  'code-references',
]);

const nameOf = (...parts: readonly unknown[]) => JSON.stringify(parts);
const nameOfKey = ([noun, org, project, feature]: QueryKey) =>
  nouns.has(noun) ? nameOf(org, project, feature) : '';

/** Returns whether a query belongs to a deleted feature. Query keys begin with a noun, the organisation, the project and the feature. */
export const isDeleted = (key: QueryKey): boolean => deleted.size > 0 && deleted.has(nameOfKey(key));

/** Disables the queries of a feature. Call it before the write. */
export const markDeleted = ({ org, project, feature }: OfFeature): void =>
  void deleted.add(nameOf(org, project, feature));

/** Enables the queries of a feature again. Call it after a refused write. */
export const unmark = ({ org, project, feature }: OfFeature): void =>
  void deleted.delete(nameOf(org, project, feature));

/** Removes the queries of a deleted feature once they are unmounted. Call it after the write. */
export function evictWhenUnused(client: QueryClient, target: OfFeature): void {
  const cache = client.getQueryCache();
  const name = nameOf(target.org, target.project, target.feature);
  function remove() {
    const queries = cache.findAll({ predicate: ({ queryKey }) => nameOfKey(queryKey) === name });
    if (queries.some((query) => query.getObserversCount() > 0)) return;
    unsubscribe();
    for (const query of queries) cache.remove(query);
    unmark(target);
  }
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type === 'observerRemoved') remove();
  });
  remove();
}
