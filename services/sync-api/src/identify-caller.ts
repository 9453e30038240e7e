import type { IncomingMessage } from 'node:http';
import { DatafileUnavailable, type CatalogKey, type CatalogStore } from '@bunting/datafile';
import type { KeyKind } from '@bunting/definitions';
import { errors } from '@bunting/service';

/**
 * The key of a request with its environment. `X-API-Key` takes keys of all kinds, the query's `key` client keys alone, so that a secret
 * never stands in an address. Rejects with 401, 403, or 503 when nobody can be asked whose key it is.
 */
export async function identifyCaller(
  environments: Pick<CatalogStore, 'find'>,
  req: IncomingMessage,
  accepted: readonly KeyKind[],
): Promise<CatalogKey> {
  const header = req.headers['x-api-key'];
  const isInQuery = header === undefined;
  const key = isInQuery ? keyParameter.exec(req.url!)?.[1] : header;
  if (typeof key !== 'string') throw errors.invalidApiKey;
  const found = await find(environments, key);
  if (found === undefined || (isInQuery && found.kind !== 'client')) throw errors.invalidApiKey;
  if (!accepted.includes(found.kind)) throw errors.keyKindInsufficient;
  return found;
}

const keyParameter = /[?&]key=([0-9A-Fa-f-]{36})(?:&|$)/;

async function find(environments: Pick<CatalogStore, 'find'>, key: string): Promise<CatalogKey | undefined> {
  try {
    return await environments.find(key);
  } catch (error) {
    throw error instanceof DatafileUnavailable ? errors.unavailable : error;
  }
}

/** The address that a request comes from: each of our proxies adds the address of its client to the end of X-Forwarded-For. */
export function callerAddress(req: IncomingMessage, trustedHops: number): string {
  const forwarded = [req.headers['x-forwarded-for'] ?? []].flat().flatMap((line) => line.split(','));
  const chain = [req.socket.remoteAddress ?? '', ...forwarded.map((entry) => entry.trim()).toReversed()];
  return chain[Math.min(trustedHops, chain.length - 1)]!.replace(/^::ffff:(?=\d+\.)/i, '');
}
