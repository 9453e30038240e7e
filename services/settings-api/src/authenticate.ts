import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hashSecret } from '@bunting/authentication';
import type { TokenScope } from '@bunting/changes';
import { findOrganisationToken } from '@bunting/authentication';
import { bearerToken } from './authentication/bearer-token.ts';
import { clientAddress } from './authentication/client-address.ts';
import type { Caller, SignedIn } from './caller.ts';
import type { Dependencies } from './dependencies.ts';
import { settingsErrors } from './errors.ts';

/** A session or an organisation token with the scope `settings`; a token that is sent is the one that counts. */
export async function authenticate(
  req: IncomingMessage,
  dependencies: Pick<Dependencies, 'pool' | 'sessions' | 'tokenUses' | 'now'>,
): Promise<Caller> {
  const token = bearerToken(req);
  if (token === undefined) return requireSession(req, dependencies);
  const found = await findOrganisationToken(dependencies.pool, token);
  if (found !== undefined) dependencies.tokenUses.record(found.tokenId, dependencies.now());
  if (found === undefined || !found.scopes.includes('settings')) throw settingsErrors.notSignedIn;
  return {
    kind: 'api_token',
    tokenId: found.tokenId,
    organisationId: found.organisation.id,
    scopes: found.scopes as readonly TokenScope[],
    email: found.createdBy ?? 'api_token',
  };
}

export async function requireSession(
  req: IncomingMessage,
  { sessions }: Pick<Dependencies, 'sessions'>,
): Promise<SignedIn> {
  if (bearerToken(req) !== undefined) throw settingsErrors.notForTokens;
  const signedIn = await sessions.find(req);
  if (signedIn === undefined) throw settingsErrors.notSignedIn;
  return signedIn;
}

/** Where there is no staff token, there are no staff routes: 404 says nothing of them. */
export async function requireStaff(
  req: IncomingMessage,
  staffToken: string,
  { attempts, trustedProxies }: Pick<Dependencies, 'attempts' | 'trustedProxies'>,
): Promise<void> {
  const token = bearerToken(req);
  if (token === undefined) throw settingsErrors.notStaff;
  // Digests have one length, whatever was sent.
  const [sent, right] = [token, staffToken].map((each) => Buffer.from(hashSecret(each).hash));
  const isRight = timingSafeEqual(sent!, right!);
  await attempts.sendStaffToken(clientAddress(req, trustedProxies), isRight);
  if (!isRight) throw settingsErrors.notStaff;
}
