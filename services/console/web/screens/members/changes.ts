import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody, readChanged, settings } from '../../api/client.ts';
import { ApiError } from '../../api/api-error.ts';
import { membersQuery, sessionQuery } from '../../api/queries/project.ts';
import type { Role } from '../../api/types.ts';

const invite = (org: string, email: string, role: Role) =>
  readBody(
    settings.POST('/settings/v1/organisations/{org}/members', {
      params: { path: { org } },
      body: { email, role },
    }),
  );

/** The result of inviting one address. */
export interface Invited {
  readonly email: string;
  /** The link, shown once; null if the person became a member directly. */
  readonly url?: string | null;
  readonly problem?: ApiError;
}

/** Returns a function that invites addresses one after the other, so that each has a result. It stops when a rate limit is reached. */
export function useInvite(org: string) {
  const client = useQueryClient();
  return async ({ emails, role }: { emails: readonly string[]; role: Role }) => {
    const invited: Invited[] = [];
    let stop: ApiError | undefined;
    try {
      for (const email of emails) {
        try {
          if (stop !== undefined) throw stop;
          const { invitation } = await invite(org, email, role);
          invited.push({ email, url: invitation?.url ?? null });
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          if (![400, 403, 409].includes(error.status)) stop = error;
          invited.push({ email, problem: error });
        }
      }
      return invited;
    } finally {
      // Not awaited, because the secret is shown only once and must not wait for a list.
      void client.invalidateQueries({ queryKey: membersQuery(org).queryKey });
    }
  };
}

export function useGiveRole(org: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ email, role, was }: { email: string; role: Role; was: Role }) =>
      readChanged(
        settings.PATCH('/settings/v1/organisations/{org}/members/{email}', {
          params: { path: { org, email } },
          body: { role, was },
        }),
      ),
    // Also after an error, because somebody may have changed the role.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: membersQuery(org).queryKey }),
        client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]),
  });
}

/** Removes a member, withdraws an invitation, or leaves the organisation. */
export function useRemove(org: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (email: string) =>
      readChanged(
        settings.DELETE('/settings/v1/organisations/{org}/members/{email}', {
          params: { path: { org, email } },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: membersQuery(org).queryKey }),
  });
}
