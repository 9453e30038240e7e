import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import proxyaddr from 'proxy-addr';

/** Which proxies are trusted to name the client in X-Forwarded headers. */
export interface TrustedProxies {
  /** The number of proxies that a request passes, one after the other. */
  readonly hops: number;
  /**
   * Returns whether one of them may have this address. Without the check, anybody who reaches the service's own port could forge
   * the headers.
   */
  isTrusted(address: string): boolean;
}

/** Throws a TypeError that names the first network that is not valid. */
export function createTrustedProxies(hops: number, networks: readonly string[]): TrustedProxies {
  const trust = proxyaddr.compile([...networks]);
  return { hops, isTrusted: (address) => address !== '' && trust(address, 0) };
}

/**
 * Returns the address that a request comes from. Each proxy appends the address of its client to X-Forwarded-For. With one trusted
 * proxy the last entry is right; with two, the one before it, if the last one is the address of a trusted proxy. All earlier
 * entries were written by the client.
 */
export function clientAddress(req: IncomingMessage, proxies: TrustedProxies): string {
  const chain = chainOf(req, proxies);
  const address = chain[Math.min(trustedHops(chain, proxies), chain.length - 1)] ?? '';
  return isIP(address) === 0 ? chain[0]! : address;
}

/** Returns whether the client spoke TLS, to us or to our outermost proxy. */
export function cameOverTls(req: IncomingMessage, proxies: TrustedProxies): boolean {
  if ('encrypted' in req.socket) return true;
  const hops = trustedHops(chainOf(req, proxies), proxies);
  const protocols = listOf(req.headers['x-forwarded-proto']);
  // Proxies that pass the header on unchanged, or overwrite it, leave one entry.
  return hops > 0 && (protocols.at(-hops) ?? protocols[0])?.toLowerCase() === 'https';
}

/**
 * Returns the addresses that passed the request on, the nearest first: our peer, then as many entries of X-Forwarded-For as there are
 * proxies.
 */
function chainOf(req: IncomingMessage, { hops }: TrustedProxies): string[] {
  const forwarded = hops === 0 ? [] : listOf(req.headers['x-forwarded-for']).slice(-hops).toReversed();
  return [req.socket.remoteAddress ?? '', ...forwarded].map(plainAddress);
}

/** Returns how many of the nearest addresses are trusted proxies. */
function trustedHops(chain: readonly string[], proxies: TrustedProxies): number {
  const nearest = chain.slice(0, proxies.hops);
  const stranger = nearest.findIndex((address) => !proxies.isTrusted(address));
  return stranger === -1 ? nearest.length : stranger;
}

function listOf(header: string | readonly string[] | undefined): string[] {
  return [header ?? []].flat().flatMap((line) => line.split(',').map((entry) => entry.trim()));
}

/**
 * Returns the address alone: a dual-stack socket gives IPv4 addresses as `::ffff:192.0.2.1`, and some proxies append the port of the client
 * (`192.0.2.1:4711`, `[2001:db8::1]:4711`).
 */
function plainAddress(given: string): string {
  const [, address = given] =
    /^\[([\da-f:.]+)\](?::\d{1,5})?$/i.exec(given) ?? /^([\d.]+):\d{1,5}$/.exec(given) ?? [];
  return address.replace(/^::ffff:(?=\d+\.)/i, '');
}

/** Returns the network of one customer of an internet provider: an IPv4 address, or an IPv6 network of 64 bits. */
export function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${groups.map((group) => group.toString(16)).join(':')}::/64`;
}
