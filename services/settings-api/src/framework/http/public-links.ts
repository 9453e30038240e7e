import type { IncomingMessage } from 'node:http';
import { cameOverTls } from './client-address.ts';
import type { Dependencies } from '../../dependencies.ts';

type AddressDependencies = Pick<Dependencies, 'publicUrl' | 'trustedProxies'>;

/** Where people find this installation; without PUBLIC_URL, where the request went. */
function publicAddress(req: IncomingMessage, { publicUrl, trustedProxies }: AddressDependencies): string {
  const protocol = cameOverTls(req, trustedProxies) ? 'https' : 'http';
  return publicUrl ?? `${protocol}://${req.headers.host ?? 'localhost'}`;
}

export function invitationUrl(
  req: IncomingMessage,
  dependencies: AddressDependencies,
  token: string,
): string {
  return `${publicAddress(req, dependencies)}/settings/v1/invitations/${token}`;
}

export function passwordResetUrl(
  req: IncomingMessage,
  dependencies: AddressDependencies,
  token: string,
): string {
  return `${publicAddress(req, dependencies)}/settings/v1/password-resets/${token}`;
}
