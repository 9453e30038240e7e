import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { bodyOf, settings } from '../api/client.ts';
import { sessionQuery, type InProject } from '../api/queries.ts';
import { prefer } from '../ui/preferences.ts';
import { paths } from '../ui/paths.ts';
import type { Kind } from './model.ts';

const organisations = '/settings/v1/organisations';
const projects = `${organisations}/{org}/projects` as const;

export interface Named {
  readonly slug: string;
  readonly name: string;
}

export function useMakeOrganisation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Named) => bodyOf(settings.POST(organisations, { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
  });
}

/** A project with production, which is protected, and staging. What was made before something failed stays, and is not made again. */
export function useMakeProject(org: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    async mutationFn(body: Named) {
      const { slug: project } = await bodyOf(settings.POST(projects, { params: { path: { org } }, body }));
      await makeEnvironments({ org, project });
      return project;
    },
    async onSuccess(project) {
      prefer({ lastProject: { org, project } });
      await client.invalidateQueries({ queryKey: ['projects', org] });
      await navigate({ to: paths.firstRun, params: { org, project }, replace: true });
    },
  });
}

/** Those of the two that are missing. */
export async function makeEnvironments(path: InProject): Promise<void> {
  const environments = `${projects}/{project}/environments` as const;
  const { items } = await bodyOf(settings.GET(environments, { params: { path: { ...path } } }));
  for (const body of [
    { slug: 'production', name: 'Production', protected: true },
    { slug: 'staging', name: 'Staging' },
  ]) {
    if (items.some(({ slug }) => slug === body.slug)) continue;
    await bodyOf(settings.POST(environments, { params: { path: { ...path } }, body }));
  }
}

export function useMakeEnvironments(path: InProject) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => makeEnvironments(path),
    onSettled: () => client.invalidateQueries({ queryKey: ['environments', path.org, path.project] }),
  });
}

/** A feature that says Hello to everybody, in every environment, in one change. Pages may read it, so that every snippet works. */
export function useMakeFeature(path: InProject, environments: readonly string[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ slug, name }: Named) =>
      bodyOf(
        settings.POST(`${projects}/{project}/features`, {
          params: { path: { ...path } },
          body: {
            slug,
            name,
            variables: [{ slug, type: 'string', client: true }],
            variations: [
              { slug: 'hello', name: 'Hello', values: { [slug]: 'Hello' } },
              { slug: 'good-day', name: 'Good day', values: { [slug]: 'Good day' } },
            ],
            environments: Object.fromEntries(
              environments.map((env) => [env, { defaults: { [slug]: 'hello' } }]),
            ),
          },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['features', path.org, path.project] }),
  });
}

export function useMakeKey(path: InProject & { env: string }) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (kind: Kind) =>
      bodyOf(
        settings.POST(`${projects}/{project}/environments/{env}/api-keys`, {
          params: { path: { ...path } },
          body: { kind, name: kind === 'client' ? 'First run, browser' : 'First run' },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ['keys', path.org, path.project, path.env] }),
  });
}
