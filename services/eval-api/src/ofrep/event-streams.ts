import type { IncomingMessage } from 'node:http';
import { cameOverTls, type TrustedProxies } from '@bunting/service/client-address';

/**
 * Where a provider hears of changes, as a member of the answer for all flags (docs/clients.md). It is the same in every answer to a key, because
 * providers drop their connection when it changes, and names the origin always, because some fail without one.
 */
export function writeEventStreams(origin: string, apiKey: string): string {
  const requestUri = `/v1/stream?key=${encodeURIComponent(apiKey.toLowerCase())}`;
  const streams = [{ type: 'sse', endpoint: { origin, requestUri }, inactivityDelaySec: 120 }];
  return `,"eventStreams":${JSON.stringify(streams)}`;
}

/** The address at which clients reach this installation; without PUBLIC_URL, the address that the request went to. */
export function publicOrigin(
  req: IncomingMessage,
  { publicUrl, trustedProxies }: { publicUrl?: string | undefined; trustedProxies: TrustedProxies },
): string {
  return (
    publicUrl ?? `${cameOverTls(req, trustedProxies) ? 'https' : 'http'}://${req.headers.host || 'localhost'}`
  );
}
