import type { IncomingMessage } from 'node:http';
import { findOrganisationToken } from '@bunting/authentication';
import { includesCodeReferences, type Organisation } from '@bunting/definitions/organisations';
import { refusalByStatus } from '@bunting/governance';
import { errors } from '@bunting/service';
import type { Dependencies } from './dependencies.ts';

type AuthoriseDependencies = Pick<Dependencies, 'pool' | 'tokenUses'>;

/**
 * Returns the organisation whose token the request carries, if it may use code references: contract §5, in the order of decisions
 * §2.
 */
export async function authorise(
  dependencies: AuthoriseDependencies,
  req: IncomingMessage,
): Promise<Organisation> {
  const organisation = await authoriseOnAnyPlan(dependencies, req);
  if (!includesCodeReferences(organisation.plan)) throw errors.planUpgradeRequired;
  return organisation;
}

/**
 * Authorises without checking the plan: types of variables belong to every plan. A token without access to code
 * references is refused like an unknown one.
 */
export async function authoriseOnAnyPlan(
  { pool, tokenUses }: AuthoriseDependencies,
  req: IncomingMessage,
): Promise<Organisation> {
  const token = bearerToken(req);
  const found = token === undefined ? undefined : await findOrganisationToken(pool, token);
  if (found !== undefined) tokenUses.record(found.tokenId, Date.now());
  if (found?.scopes.includes('code_references') !== true) throw errors.invalidApiToken;
  const { organisation } = found;
  const refusal = refusalByStatus(organisation);
  if (refusal !== undefined) {
    throw refusal.code === 'organisation_suspended'
      ? errors.organisationSuspended
      : errors.organisationInactive;
  }
  return organisation;
}

/** Returns the bearer token. The scheme is case-insensitive (decisions §1.4). */
function bearerToken(req: IncomingMessage): string | undefined {
  return /^bearer +(\S+) *$/i.exec(req.headers.authorization ?? '')?.[1];
}
