import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readChanged, settings } from '../../api/client.ts';
import { environmentsQuery, type InProject } from '../../api/queries/project.ts';
import type { Environment } from '../../api/types.ts';
import { IconButton } from '../../design/button.tsx';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { Table } from '../../design/table.tsx';

/** Renders the environments in their order, which is the order of all lists. */
export function EnvironmentsTable({
  environments,
  target,
  disabledReason,
}: {
  environments: readonly Environment[];
  target: InProject;
  disabledReason: string | undefined;
}) {
  const client = useQueryClient();
  const say = useToast();
  const move = useMutation({
    mutationFn: ({ env, position }: { env: string; position: number }) =>
      readChanged(
        settings.PATCH('/settings/v1/organisations/{org}/projects/{project}/environments/{env}', {
          params: { path: { ...target, env } },
          body: { position },
        }),
      ),
    onSuccess: ({ body: { name, position }, changeId: id }) =>
      say(`Moved ${name} to position ${position + 1}`, {
        change: { org: target.org, id },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: environmentsQuery(target).queryKey }),
  });
  return (
    <>
      {move.error && (
        <p className={kit.wrong} role="alert">
          {move.error.message} The order is as before.
        </p>
      )}
      <Table
        label="Environments"
        heads={['Environment', 'Who can edit', 'Allowed origins', 'Order']}
        narrow={['Environment', 'Who can edit', 'Order']}
      >
        {environments.map(({ slug, name, protected: isProtected, allowed_origins: origins }, index) => {
          const to = (position: number) => move.mutate({ env: slug, position });
          return (
            <tr key={slug}>
              <td>
                <span className={kit.named}>
                  {isProtected && <Icon name="lock" size={14} />}
                  <Link to={paths.environment} params={{ ...target, env: slug }} data-row>
                    {name}
                  </Link>
                  <code>{slug}</code>
                </span>
              </td>
              <td>{isProtected ? 'Admins and owners (protected)' : 'Members, admins and owners'}</td>
              <td>{origins.includes('*') ? 'Any origin' : origins.join(', ') || 'None'}</td>
              <td>
                <span className={kit.named}>
                  <IconButton
                    icon="up"
                    label={`Move ${name} up`}
                    disabledReason={disabledReason ?? (index === 0 ? 'Already first.' : undefined)}
                    disabled={move.isPending}
                    onClick={() => to(index - 1)}
                  />
                  <IconButton
                    icon="fall"
                    label={`Move ${name} down`}
                    disabledReason={
                      disabledReason ?? (index === environments.length - 1 ? 'Already last.' : undefined)
                    }
                    disabled={move.isPending}
                    onClick={() => to(index + 1)}
                  />
                </span>
              </td>
            </tr>
          );
        })}
      </Table>
    </>
  );
}
