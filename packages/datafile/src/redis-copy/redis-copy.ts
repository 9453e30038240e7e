import type { RedisSender } from '@bunting/redis';
import { bytesPerPage, fragmentsPerPage, longestDocumentBytes } from '../fragments/page-statement.ts';
import type { FragmentPage, StoredFragment } from '../fragments/stored-fragment.ts';

/**
 * The copy of the fragments in Redis, from which evaluators start while PostgreSQL is away. One hash per environment:
 * `version`, `written_at` (Unix milliseconds: when PostgreSQL was asked for it), and one field `<kind>:<id>` for each fragment that is no tombstone.
 * A key of its own for each key hash leads to its environment. All keys of an environment share the hash tag
 * `{env:<id>}`; nothing spans two of them, so that a Redis Cluster can hold it.
 */
export interface RedisCopy {
  /** Undefined: there is no copy. */
  readState(environmentId: string): Promise<CopyState | undefined>;
  readVersions(environmentIds: readonly string[]): Promise<Map<string, number>>;
  /** As of PostgreSQL; no page at all: there is no copy. Throws when the copy changes under the reader. */
  readPages(environmentId: string): AsyncIterable<FragmentPage>;
  /** Environment ids by key hash; those it does not know are absent. */
  findEnvironments(keyHashes: readonly string[]): Promise<Map<string, string>>;
}

export interface CopyState {
  readonly version: number;
  readonly writtenAt: number;
  /** Text of the access fragment. */
  readonly accessText: string | null;
}

export const copyKey = (environmentId: string) => `bunting:{env:${environmentId}}:datafile`;
export const keyHashKey = (keyHash: string) => `bunting:key:${keyHash}`;
export const fragmentField = ({ kind, id }: { kind: string; id: string }) => `${kind}:${id}`;

export function createRedisCopy(sender: RedisSender): RedisCopy {
  async function readState(environmentId: string): Promise<CopyState | undefined> {
    const accessField = fragmentField({ kind: 'access', id: environmentId });
    const [version, writtenAt, accessText = null] = await sender.send((redis) =>
      redis.hmget(copyKey(environmentId), 'version', 'written_at', accessField),
    );
    return version ? { version: Number(version), writtenAt: Number(writtenAt), accessText } : undefined;
  }

  return {
    readState,

    async readVersions(environmentIds) {
      const versions = await sender.send((redis) =>
        Promise.all(environmentIds.map((id) => redis.hget(copyKey(id), 'version'))),
      );
      return new Map(present(environmentIds, versions).map(([id, version]) => [id, Number(version)]));
    },

    async *readPages(environmentId) {
      const key = copyKey(environmentId);
      const before = await readState(environmentId);
      if (!before) return;
      // Not HSCAN: what it answers is bounded in fields, and each may be megabytes.
      const fields = (await sender.send((redis) => redis.hkeys(key))).filter((field) => field.includes(':'));
      for (let start = 0; start < fields.length; start += fragmentsPerPage) {
        const some = fields.slice(start, start + fragmentsPerPage);
        const lengths = await sender.send((redis) =>
          Promise.all(some.map((field) => redis.hstrlen(key, field))),
        );
        for (const part of partsOf(some, lengths)) {
          const texts = await sender.send((redis) => redis.hmget(key, ...part));
          yield { version: before.version, fragments: fragmentsOf(part, texts), isLast: false };
        }
      }
      const after = await readState(environmentId);
      if (after?.version !== before.version) throw new Error('The copy in Redis changed while it was read.');
      yield { version: before.version, fragments: [], isLast: true };
    },

    async findEnvironments(keyHashes) {
      const ids = await sender.send((redis) => someOf(keyHashes.map((hash) => redis.get(keyHashKey(hash)))));
      return new Map(present(keyHashes, ids));
    },
  };
}

/** One node of a cluster may be away: what the others say counts. Rejects when nobody says anything. */
async function someOf(answers: readonly Promise<string | null>[]): Promise<(string | null)[]> {
  const settled = await Promise.allSettled(answers);
  const lost = settled.find((each) => each.status === 'rejected');
  if (lost && settled.every((each) => each.status === 'rejected')) throw lost.reason;
  return settled.map((each) => (each.status === 'fulfilled' ? each.value : null));
}

function present(names: readonly string[], values: readonly (string | null)[]): [string, string][] {
  return names.flatMap((name, index) => {
    const value = values[index];
    return value ? [[name, value] as [string, string]] : [];
  });
}

/** The fields in parts that are bounded in bytes, without those that are too long: nobody copies such a document. */
function* partsOf(fields: readonly string[], lengths: readonly number[]): Generator<string[]> {
  let part: string[] = [];
  let bytes = 0;
  for (const [place, field] of fields.entries()) {
    const length = lengths[place]!;
    if (length > longestDocumentBytes) continue;
    part.push(field);
    bytes += length;
    if (bytes < bytesPerPage) continue;
    yield part;
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield part;
}

function fragmentsOf(fields: readonly string[], texts: readonly (string | null)[]): StoredFragment[] {
  return fields.flatMap((field, place) => {
    const text = texts[place];
    if (text === null || text === undefined) return [];
    const colon = field.indexOf(':');
    return [{ kind: field.slice(0, colon) as StoredFragment['kind'], id: field.slice(colon + 1), text }];
  });
}
