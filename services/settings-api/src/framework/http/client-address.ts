import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { TrustedProxies } from './trusted-proxies.ts';

/** Under which better-auth is told the address, whatever headers the client sent. */
export const addressHeader = 'x-client-address';

/**
 * Where a request comes from. Each proxy adds the address of whoever called it to the end of X-Forwarded-For, so with one
 * proxy of ours the last entry can be believed, and with two the one before it, if the last one is ours as well. Of anybody
 * else the header is what they care to write.
 */
export function clientAddress(req: IncomingMessage, proxies: TrustedProxies): string {
  const chain = chainOf(req);
  const address = chain[Math.min(trustedHops(chain, proxies), chain.length - 1)] ?? '';
  return isIP(address) === 0 ? chain[0]! : address;
}

/** Whether the client spoke TLS, to us or to our outermost proxy. */
export function cameOverTls(req: IncomingMessage, proxies: TrustedProxies): boolean {
  if ('encrypted' in req.socket) return true;
  const hops = trustedHops(chainOf(req), proxies);
  const protocols = listOf(req.headers['x-forwarded-proto']);
  // Proxies that pass the header on unchanged, or overwrite it, leave one entry.
  return hops > 0 && (protocols.at(-hops) ?? protocols[0])?.toLowerCase() === 'https';
}

/** Who passed the request on, the nearest first: our peer, then what stands in X-Forwarded-For. */
function chainOf(req: IncomingMessage): string[] {
  const forwarded = listOf(req.headers['x-forwarded-for']).toReversed();
  return [req.socket.remoteAddress ?? '', ...forwarded].map(withoutMapping);
}

/** How many of the nearest are proxies of ours. */
function trustedHops(chain: readonly string[], proxies: TrustedProxies): number {
  const nearest = chain.slice(0, proxies.hops);
  const stranger = nearest.findIndex((address) => !proxies.isTrusted(address));
  return stranger === -1 ? nearest.length : stranger;
}

function listOf(header: string | readonly string[] | undefined): string[] {
  return [header ?? []].flat().flatMap((line) => line.split(',').map((entry) => entry.trim()));
}

/** IPv4 addresses as a dual-stack socket gives them. */
function withoutMapping(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** What one customer of a provider has: an IPv4 address, or the 64 bits of IPv6 that everybody gets whole. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - last.length);
  const first = [...groups, ...Array.from({ length: zeros }, () => '0'), ...last].slice(0, 4);
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
