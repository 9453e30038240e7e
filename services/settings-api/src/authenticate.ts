import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { hashSecret } from '@bunting/changes';
import { findOrganisationToken } from '@bunting/access';
import type { Caller, SignedIn } from './caller.ts';
import type { Dependencies } from './dependencies.ts';
import { settingsErrors } from './errors.ts';

/** A session or an organisation token with the scope `settings`; a token that is sent is the one that counts. */
export async function authenticate(
  req: IncomingMessage,
  dependencies: Pick<Dependencies, 'pool' | 'sessions'>,
): Promise<Caller> {
  const token = bearerToken(req);
  if (token === undefined) return requireSession(req, dependencies);
  const found = await findOrganisationToken(dependencies.pool, token);
  if (found === undefined || !found.scopes.includes('settings')) throw settingsErrors.notSignedIn;
  return {
    kind: 'api_token',
    organisationId: found.organisation.id,
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
export function requireStaff(req: IncomingMessage, staffToken: string): void {
  const token = bearerToken(req) ?? '';
  // Digests have one length, whatever was sent.
  if (!timingSafeEqual(Buffer.from(hashSecret(token).hash), Buffer.from(hashSecret(staffToken).hash))) {
    throw settingsErrors.notStaff;
  }
}

function bearerToken(req: IncomingMessage): string | undefined {
  return /^bearer +(\S+) *$/i.exec(req.headers.authorization ?? '')?.[1];
}
