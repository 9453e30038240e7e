import type { IncomingMessage } from 'node:http';
import { cameOverTls } from './authentication/client-address.ts';
import type { Dependencies } from './dependencies.ts';

type Surroundings = Pick<Dependencies, 'publicUrl' | 'trustedProxies'>;

/** Where people find this installation; without PUBLIC_URL, where the request went. */
function publicAddress(req: IncomingMessage, { publicUrl, trustedProxies }: Surroundings): string {
  const protocol = cameOverTls(req, trustedProxies) ? 'https' : 'http';
  return publicUrl ?? `${protocol}://${req.headers.host ?? 'localhost'}`;
}

export function invitationUrl(req: IncomingMessage, surroundings: Surroundings, token: string): string {
  return `${publicAddress(req, surroundings)}/settings/v1/invitations/${token}`;
}

export function passwordResetUrl(req: IncomingMessage, surroundings: Surroundings, token: string): string {
  return `${publicAddress(req, surroundings)}/settings/v1/password-resets/${token}`;
}
