import type { IncomingMessage } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { cameOverTls } from '@bunting/service/client-address';
import type { FrameworkDependencies } from '../dependencies.ts';

/** The dependencies of links to the console. */
export type LinkDependencies = Pick<FrameworkDependencies, 'publicUrl' | 'trustedProxies'>;

/**
 * Returns the address of this installation; without PUBLIC_URL, the address that the request went to. Anybody can send any `Host`, and a link with a
 * token must not lead to a machine of somebody else: a host that is not this machine's becomes `localhost`.
 */
function publicAddress(req: IncomingMessage, { publicUrl, trustedProxies }: LinkDependencies): string {
  if (publicUrl !== undefined) return publicUrl;
  const protocol = cameOverTls(req, trustedProxies) ? 'https' : 'http';
  const [, host = '', port = ''] =
    /^(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?$/i.exec(req.headers.host ?? '') ?? [];
  return `${protocol}://${isThisMachine(host.toLowerCase()) ? host : 'localhost'}${port}`;
}

/** Compares the host with the names of this machine and the addresses of its networks. */
function isThisMachine(host: string): boolean {
  if (/^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(host)) return true;
  const name = hostname().toLowerCase();
  if ([name, `${name.split('.')[0]}.local`].includes(host)) return true;
  const address = host.replace(/^\[(.*)\]$/, '$1');
  return Object.values(networkInterfaces()).some((each) => each?.some((one) => one.address === address));
}

/** Returns the address of the console's page for accepting an invitation. */
export function invitationUrl(req: IncomingMessage, dependencies: LinkDependencies, token: string): string {
  return `${publicAddress(req, dependencies)}/invitations/${token}`;
}

/** Returns the address of the console's page for choosing a new password. */
export function passwordResetUrl(
  req: IncomingMessage,
  dependencies: LinkDependencies,
  token: string,
): string {
  return `${publicAddress(req, dependencies)}/password-resets/${token}`;
}
