import { keyFrom } from './key-characters.ts';

const path = '/v1/variables/';
const longestKey = 300;

/** Keys in addresses of the evaluation endpoint, `/v1/variables/{key}` (contract §4.1), among the places of `/v1/`. */
export function findUrls(bytes: Buffer, occurrences: readonly number[]): { key: string; offset: number }[] {
  const found = [];
  for (const at of occurrences) {
    const text = bytes.toString('latin1', at, at + path.length + longestKey);
    if (!text.startsWith(path)) continue;
    const rest = text.slice(path.length);
    const [segment = ''] = /^[\w.%-]*/.exec(rest) ?? [];
    const next = rest[segment.length];
    // Followed by a substitution, a placeholder or another segment it is not the whole key.
    if (segment === '' || (next !== undefined && !/[\s"'`?#&,;)\]}<>|\\]/.test(next))) continue;
    const key = decoded(segment.replace(/\.+$/, ''));
    if (key !== undefined) found.push({ key, offset: at + path.length });
  }
  return found;
}

function decoded(segment: string): string | undefined {
  try {
    return keyFrom(decodeURIComponent(segment));
  } catch {
    return undefined;
  }
}
