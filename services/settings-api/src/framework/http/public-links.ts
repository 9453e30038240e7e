import type { IncomingMessage } from 'node:http';
import { cameOverTls } from '@bunting/service/client-address';
import type { Dependencies } from '../../dependencies.ts';

type LinkDependencies = Pick<Dependencies, 'publicUrl' | 'trustedProxies'>;

/** The address at which people reach this installation; without PUBLIC_URL, the address that the request went to. */
function publicAddress(req: IncomingMessage, { publicUrl, trustedProxies }: LinkDependencies): string {
  const protocol = cameOverTls(req, trustedProxies) ? 'https' : 'http';
  return publicUrl ?? `${protocol}://${req.headers.host ?? 'localhost'}`;
}

/** The page of the console where an invitation is accepted. */
export function invitationUrl(req: IncomingMessage, dependencies: LinkDependencies, token: string): string {
  return `${publicAddress(req, dependencies)}/invitations/${token}`;
}

/** The page of the console where a new password is chosen. */
export function passwordResetUrl(
  req: IncomingMessage,
  dependencies: LinkDependencies,
  token: string,
): string {
  return `${publicAddress(req, dependencies)}/password-resets/${token}`;
}
