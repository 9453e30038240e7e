import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

/** Under which better-auth is told the address, whatever headers the client sent. */
export const addressHeader = 'x-client-address';

/**
 * Where a request comes from. Each proxy adds the address of whoever called it to the end of X-Forwarded-For, so with
 * `hops` proxies of ours the entry `hops` from the end is the last one that can be believed. With none, the header is
 * what anybody cares to write.
 */
export function clientAddress(req: IncomingMessage, hops: number): string {
  const direct = withoutMapping(req.socket.remoteAddress ?? '');
  if (hops === 0) return direct;
  const forwarded = listOf(req.headers['x-forwarded-for']);
  const address = forwarded.at(-hops) ?? forwarded[0];
  return address !== undefined && isIP(address) !== 0 ? withoutMapping(address) : direct;
}

/** Whether the client spoke TLS, to us or to our outermost proxy. */
export function cameOverTls(req: IncomingMessage, hops: number): boolean {
  if ('encrypted' in req.socket) return true;
  const protocols = listOf(req.headers['x-forwarded-proto']);
  // Proxies that pass the header on unchanged, or overwrite it, leave one entry.
  return hops > 0 && (protocols.at(-hops) ?? protocols[0])?.toLowerCase() === 'https';
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
