import type { Role } from '@bunting/changes/organisations';
import { isAtLeast } from '../framework/access/authorisation.ts';
import type { Caller } from '../framework/access/caller.ts';
import { requestErrors } from './errors.ts';
import type { RequestRow } from './request-row.ts';
import { getRole, mayApprove } from './stage.ts';

/** A caller of a route of one request. A token has the address of its maker. */
export interface Person {
  readonly email: string;
  readonly role: Role;
  readonly isToken: boolean;
}

export function toPerson({ kind, email }: Caller, role: Role): Person {
  return { email, role, isToken: kind === 'api_token' };
}

/** Returns true for those who answer for requests of others: admins, owners, and everybody who may approve this one. */
export function mayManage(row: RequestRow, { role }: Person): boolean {
  return isAtLeast(role, 'admin') || mayApprove(row, role);
}

/** Throws 403 unless the caller is the author or may manage the request. */
export function requireManaging(row: RequestRow, person: Person): void {
  if (!isAuthor(row, person) && !mayManage(row, person)) throw requestErrors.notAuthor;
}

/** Returns true for the author, and for a token of the author with a role as high as that of the request. */
function isAuthor(row: RequestRow, { email, role, isToken }: Person): boolean {
  return row.author === email && (!isToken || isAtLeast(role, getRole(row) ?? role));
}

/** Throws 409 for a request that is applied or closed. */
export function requireOpen({ status }: RequestRow): void {
  if (status !== 'open') {
    throw requestErrors.notReady([{ path: 'status', message: `the change request is ${status}` }]);
  }
}
