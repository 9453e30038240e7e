import { queryOptions } from '@tanstack/react-query';
import { anonymous, readBody } from '../client.ts';
import type { ApiError } from '../api-error.ts';

/** Links are requested once, because each invalid one counts as an attempt. */
const once = { retry: false, staleTime: Infinity, refetchOnWindowFocus: false } as const;

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () =>
      readBody(anonymous.GET('/settings/v1/invitations/{token}', { params: { path: { token } } })).catch(
        nothing,
      ),
    ...once,
  });

export const passwordResetQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-reset', token],
    queryFn: () =>
      readBody(anonymous.GET('/settings/v1/password-resets/{token}', { params: { path: { token } } })).catch(
        nothing,
      ),
    ...once,
  });

/** Treats used and expired links as an answer instead of an error. */
function nothing(error: ApiError): null {
  if (error.status === 404) return null;
  throw error;
}
