import { queryOptions } from '@tanstack/react-query';
import { readBody, settings } from '../../api/client.ts';
import type { InProject, OfFeature, OfServing } from '../../api/queries/project.ts';
import { every } from '../../api/retries.ts';
import { isUsed, findLastEvaluated, lastUsed, type EnvironmentEvaluations, type FoundKey } from './model.ts';

const project = '/settings/v1/organisations/{org}/projects/{project}';

/**
 * The stream of changes tells when an environment is asked for the first time; what is shown is then read again. It does not tell of the first
 * question for this feature or with this key where the environment was asked before, and it may be interrupted.
 */
const pollMs = 10_000;

/** Polls the evaluations of the feature until there is one. */
export const evaluationsQuery = ({ org, project: slug, feature }: OfFeature) =>
  queryOptions({
    queryKey: ['evaluations', org, slug, feature],
    queryFn: () =>
      readBody(
        settings.GET(`${project}/features/{feature}/evaluations`, {
          params: { path: { org, project: slug, feature }, query: { limit: 200 } },
        }),
      ),
    refetchInterval: every<{ items: readonly EnvironmentEvaluations[] }>(
      (data) => findLastEvaluated(data?.items ?? []) === undefined && pollMs,
    ),
  });

/** Evaluators store the use of a key up to half a second after the evaluation. */
const soonMs = 500;

/** Polls the keys of an environment until one was used. */
export const usedKeysQuery = (
  { org, project: slug, env }: Omit<OfServing, 'feature'>,
  { ids = [], isSoon = false }: { readonly ids?: readonly string[]; readonly isSoon?: boolean },
) =>
  queryOptions({
    queryKey: ['keys', org, slug, env, 'used'],
    queryFn: () =>
      readBody(
        settings.GET(`${project}/environments/{env}/api-keys`, {
          params: { path: { org, project: slug, env }, query: { limit: 200 } },
        }),
      ),
    refetchInterval: every<{ items: readonly FoundKey[] }>((data) => {
      const keys = data?.items ?? [];
      const isEnough = ids.length === 0 ? lastUsed(keys) : ids.every((id) => isUsed(keys, id));
      return !isEnough && (isSoon ? soonMs : pollMs);
    }),
  });

/** Reads the first live feature of the project. */
export const firstFeatureQuery = ({ org, project: slug }: InProject) =>
  queryOptions({
    queryKey: ['features', org, slug, 'first'],
    queryFn: () =>
      readBody(
        settings.GET(`${project}/features`, {
          params: { path: { org, project: slug }, query: { limit: 1, status: 'live' } },
        }),
      ),
    select: ({ items }) => items[0] ?? null,
  });
