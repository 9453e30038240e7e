import { keyFrom } from './key-characters.ts';

const path = Buffer.from('/v1/variables/');
const longestKey = 300;

/** Keys in addresses of the evaluation endpoint, `/v1/variables/{key}` (contract §4.1), in whatever file. */
export function findUrls(bytes: Buffer): { key: string; offset: number }[] {
  const found = [];
  for (let at = bytes.indexOf(path); at >= 0; at = bytes.indexOf(path, at + 1)) {
    const offset = at + path.length;
    const rest = bytes.toString('latin1', offset, offset + longestKey);
    const [segment = ''] = /^[\w.%-]*/.exec(rest) ?? [];
    const next = rest[segment.length];
    // Followed by a substitution, a placeholder or another segment it is not the whole key.
    if (segment === '' || (next !== undefined && !/[\s"'`?#&,;)\]}<>|\\]/.test(next))) continue;
    const key = decoded(segment.replace(/\.+$/, ''));
    if (key !== undefined) found.push({ key, offset });
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
