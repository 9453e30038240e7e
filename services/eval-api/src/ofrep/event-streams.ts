import type { IncomingMessage } from 'node:http';
import { cameOverTls, type TrustedProxies } from '@bunting/service/client-address';

/**
 * Returns where a provider subscribes to changes, as a member of the answer for all flags (docs/reference/sdks.md). It is the same in every answer to a
 * key, because providers drop their connection when it changes, and always names the origin, because some fail without one. `address` may have a
 * path: an origin has none (RFC 6454), and a provider resolves `requestUri` against it, so the latter has the path.
 */
export function writeEventStreams(address: string, apiKey: string): string {
  const pathAt = address.indexOf('/', address.indexOf('://') + '://'.length);
  const [origin, path] = pathAt === -1 ? [address, ''] : [address.slice(0, pathAt), address.slice(pathAt)];
  const requestUri = `${path}/v1/stream?key=${encodeURIComponent(apiKey.toLowerCase())}`;
  const streams = [{ type: 'sse', endpoint: { origin, requestUri }, inactivityDelaySec: 120 }];
  return `,"eventStreams":${JSON.stringify(streams)}`;
}

/**
 * Returns the address at which clients reach this installation; without PUBLIC_URL, the address that the request went
 * to.
 */
export function publicAddress(
  req: IncomingMessage,
  { publicUrl, trustedProxies }: { publicUrl?: string | undefined; trustedProxies: TrustedProxies },
): string {
  return (
    publicUrl ?? `${cameOverTls(req, trustedProxies) ? 'https' : 'http'}://${req.headers.host || 'localhost'}`
  );
}
