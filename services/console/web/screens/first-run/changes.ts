import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { readBody, settings } from '../../api/client.ts';
import { organisationsChanged, projectsChanged } from '../../api/live/organisations-changed.ts';
import type { InProject } from '../../api/queries/project.ts';
import { prefer } from '../../design/preferences.ts';
import { paths } from '../../page/paths.ts';
import { listMissing, type Kind } from './model.ts';

const organisations = '/settings/v1/organisations';
const projects = `${organisations}/{org}/projects` as const;

export interface Named {
  readonly slug: string;
  readonly name: string;
}

export function useMakeOrganisation() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Named) => readBody(settings.POST(organisations, { body })),
    onSuccess: () => organisationsChanged(client),
  });
}

/** Creates a project with production (protected) and staging. If one of them fails, the project's page offers it again. */
export function useMakeProject(org: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    async mutationFn(body: Named) {
      const { slug: project } = await readBody(settings.POST(projects, { params: { path: { org } }, body }));
      await makeEnvironments({ org, project }).catch(() => undefined);
      return project;
    },
    async onSuccess(project) {
      prefer({ lastProject: { org, project } });
      await projectsChanged(client, org);
      await navigate({ to: paths.firstRun, params: { org, project }, replace: true });
    },
  });
}

/** Creates those of the two that are missing. */
async function makeEnvironments(path: InProject): Promise<void> {
  const environments = `${projects}/{project}/environments` as const;
  const { items } = await readBody(settings.GET(environments, { params: { path: { ...path } } }));
  for (const { slug, name, isProtected } of listMissing(items)) {
    const body = { slug, name, protected: isProtected };
    await readBody(settings.POST(environments, { params: { path: { ...path } }, body }));
  }
}

export function useMakeEnvironments(path: InProject) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => makeEnvironments(path),
    onSettled: () => client.invalidateQueries({ queryKey: ['environments', path.org, path.project] }),
  });
}

/** Creates a feature that returns Hello in these environments, in one change. It is client-side, so that every snippet works. */
export function useMakeFeature(path: InProject, environments: readonly string[]) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ slug, name }: Named) =>
      readBody(
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
      readBody(
        settings.POST(`${projects}/{project}/environments/{env}/api-keys`, {
          params: { path: { ...path } },
          body: { kind, name: kind === 'client' ? 'First run, browser' : 'First run' },
        }),
      ),
    // Not awaited, because the key is shown only once and must not wait for a list.
    onSuccess: () => void client.invalidateQueries({ queryKey: ['keys', path.org, path.project, path.env] }),
  });
}
