import type { Cluster, Redis } from 'ioredis';
import type { Circuit } from './circuit.ts';
import type { FragmentPage, StoredFragment } from './stored-fragment.ts';

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

export function createRedisCopy(options: { redis: Redis | Cluster; circuit: Circuit }): RedisCopy {
  const { redis, circuit } = options;

  async function readState(environmentId: string): Promise<CopyState | undefined> {
    const accessField = fragmentField({ kind: 'access', id: environmentId });
    const [version, writtenAt, accessText = null] = await circuit.run(() =>
      redis.hmget(copyKey(environmentId), 'version', 'written_at', accessField),
    );
    return version ? { version: Number(version), writtenAt: Number(writtenAt), accessText } : undefined;
  }

  return {
    readState,

    async readVersions(environmentIds) {
      const versions = await circuit.run(() =>
        Promise.all(environmentIds.map((id) => redis.hget(copyKey(id), 'version'))),
      );
      return new Map(present(environmentIds, versions).map(([id, version]) => [id, Number(version)]));
    },

    async *readPages(environmentId) {
      const before = await readState(environmentId);
      if (!before) return;
      let cursor = '0';
      do {
        const [next, entries] = await circuit.run(() =>
          redis.hscan(copyKey(environmentId), cursor, 'COUNT', 500),
        );
        cursor = next;
        yield { version: before.version, fragments: fragmentsOf(entries) };
      } while (cursor !== '0');
      const after = await readState(environmentId);
      if (after?.version !== before.version) throw new Error('The copy in Redis changed while it was read.');
    },

    async findEnvironments(keyHashes) {
      const ids = await circuit.run(() => someOf(keyHashes.map((hash) => redis.get(keyHashKey(hash)))));
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

function fragmentsOf(entries: readonly string[]): StoredFragment[] {
  const fragments: StoredFragment[] = [];
  for (let i = 0; i < entries.length; i += 2) {
    const field = entries[i]!;
    const colon = field.indexOf(':');
    if (colon < 0) continue;
    const kind = field.slice(0, colon) as StoredFragment['kind'];
    fragments.push({ kind, id: field.slice(colon + 1), text: entries[i + 1]! });
  }
  return fragments;
}
