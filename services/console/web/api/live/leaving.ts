/** What is renamed or deleted here: from the write until nothing on the page shows it, nobody asks for it; it would be answered 404. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { OfFeature } from '../queries/project.ts';

const left = new Set<string>();

/** What keys of queries of a feature begin with. */
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

/** Whether a query is of a feature that is being left: keys begin with a noun, the organisation, the project and the feature. */
export const isLeft = (key: QueryKey): boolean => left.size > 0 && left.has(nameOfKey(key));

/** Before the write. */
export const leave = ({ org, project, feature }: OfFeature): void =>
  void left.add(nameOf(org, project, feature));

/** After a write that was refused. */
export const stay = ({ org, project, feature }: OfFeature): void =>
  void left.delete(nameOf(org, project, feature));

/** After the write: removes the queries as soon as nothing shows them. */
export function removeOnceLeft(client: QueryClient, target: OfFeature): void {
  const cache = client.getQueryCache();
  const name = nameOf(target.org, target.project, target.feature);
  function remove() {
    const queries = cache.findAll({ predicate: ({ queryKey }) => nameOfKey(queryKey) === name });
    if (queries.some((query) => query.getObserversCount() > 0)) return;
    unsubscribe();
    for (const query of queries) cache.remove(query);
    stay(target);
  }
  const unsubscribe = cache.subscribe(({ type }) => {
    if (type === 'observerRemoved') remove();
  });
  remove();
}
