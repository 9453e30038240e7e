import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { findOrganisationToken, hashSecret } from '@bunting/authentication';
import { readScopes } from '@bunting/changes/organisations';
import { clientAddress } from '@bunting/service/client-address';
import type { Caller, SignedIn } from './caller.ts';
import type { FrameworkDependencies } from '../dependencies.ts';
import { settingsErrors } from '../errors.ts';

/** Returns the token of the request; undefined = its Authorization header has none. */
export function bearerToken({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Finds the caller by the session cookie or by an organisation token with the scope `settings`. Where the request has both, the
 * token counts. Throws 401.
 */
export async function authenticate(
  req: IncomingMessage,
  dependencies: Pick<FrameworkDependencies, 'pool' | 'sessions' | 'tokenUses' | 'now'>,
): Promise<Caller> {
  const token = bearerToken(req);
  if (token === undefined) return requireSession(req, dependencies);
  const found = await findOrganisationToken(dependencies.pool, token);
  if (found !== undefined) dependencies.tokenUses.record(found.tokenId, dependencies.now());
  const { scopes, role } = readScopes(found?.scopes ?? []);
  if (found === undefined || role === null) throw settingsErrors.notSignedIn;
  return {
    kind: 'api_token',
    tokenId: found.tokenId,
    organisationId: found.organisation.id,
    scopes,
    role,
    email: found.createdBy ?? 'api_token',
  };
}

/** Finds the person who is signed in. Throws 401, and 403 for a token. */
export async function requireSession(
  req: IncomingMessage,
  { sessions }: Pick<FrameworkDependencies, 'sessions'>,
): Promise<SignedIn> {
  if (bearerToken(req) !== undefined) throw settingsErrors.notForTokens;
  const signedIn = await sessions.find(req);
  if (signedIn === undefined) throw settingsErrors.notSignedIn;
  return signedIn;
}

/** Throws 401 unless the request has the staff token, and 429 after too many wrong ones. */
export async function requireStaff(
  req: IncomingMessage,
  staffToken: string,
  { attempts, trustedProxies }: Pick<FrameworkDependencies, 'attempts' | 'trustedProxies'>,
): Promise<void> {
  const token = bearerToken(req);
  if (token === undefined) throw settingsErrors.notStaff;
  // timingSafeEqual needs two buffers of one length; digests have that, however long the tokens are.
  const [sent, expected] = [token, staffToken].map((each) => Buffer.from(hashSecret(each).hash));
  const isRight = timingSafeEqual(sent!, expected!);
  await attempts.sendStaffToken(clientAddress(req, trustedProxies), isRight);
  if (!isRight) throw settingsErrors.notStaff;
}
