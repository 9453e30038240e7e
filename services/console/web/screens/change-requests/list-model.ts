/** The filters of the list of change requests. Pure. */
import type { RequestFilter } from '../../api/queries/change-requests.ts';
import type { ActiveFilter } from '../../design/filters/filter-bar.tsx';
import { stageNames, type Stage } from '../../flags/change-requests/words.ts';

/** The search parameters of the list. */
export interface RequestSearch {
  readonly waiting_for?: 'me' | undefined;
  readonly status?: 'applied' | 'closed' | 'any' | undefined;
  readonly stage?: Stage | undefined;
  readonly environment?: string | undefined;
  readonly feature?: string | undefined;
  readonly author?: string | undefined;
}

/** The views of the list: each shows the requests of a status, and the first those that wait for the user. */
export const views = [
  ['waiting', 'Waiting for me'],
  ['open', 'Open'],
  ['applied', 'Applied'],
  ['closed', 'Closed'],
  ['any', 'All'],
] as const;
export type View = (typeof views)[number][0];

export function getView({ waiting_for: waitingFor, status }: RequestSearch): View {
  return waitingFor === 'me' ? 'waiting' : (status ?? 'open');
}

/** Returns the search parameters of a view. Only open requests have a stage. */
export function toSearch(view: View): RequestSearch {
  if (view === 'waiting') return { waiting_for: 'me', status: undefined };
  if (view === 'open') return { waiting_for: undefined, status: undefined };
  return { waiting_for: undefined, status: view, stage: undefined };
}

/** Returns the filter of the request. */
export function toFilter({ waiting_for: waitingFor, status, stage, ...rest }: RequestSearch): RequestFilter {
  const given = {
    waiting_for: waitingFor,
    stage,
    status: status === 'any' ? undefined : (status ?? 'open'),
    ...rest,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Returns the filters that are set, besides the view. `environments` have the names. */
export function listActiveFilters(
  { stage, environment, feature, author }: RequestSearch,
  environments: readonly { readonly slug: string; readonly name: string }[],
): readonly ActiveFilter<RequestSearch>[] {
  const name = environments.find(({ slug }) => slug === environment)?.name ?? environment;
  return [
    stage && { label: `Stage: ${stageNames[stage]}`, cleared: { stage: undefined } },
    environment && { label: `Environment: ${name}`, cleared: { environment: undefined } },
    feature && { label: `Feature: ${feature}`, cleared: { feature: undefined } },
    author && { label: `Author: ${author}`, cleared: { author: undefined } },
  ].filter((each) => typeof each === 'object');
}
