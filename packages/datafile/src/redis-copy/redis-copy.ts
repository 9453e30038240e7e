import type { RedisSender } from '@bunting/redis';
import { bytesPerPage, fragmentsPerPage, maxDocumentBytes } from '../fragments/page-statement.ts';
import type { FragmentPage, StoredFragment } from '../fragments/fragment-pages.ts';

/**
 * The copy of the fragments in Redis, from which evaluators start while PostgreSQL is unavailable. One hash per environment:
 * `version`, `written_at` (Unix milliseconds of the read from PostgreSQL), and one field `<kind>:<id>` for each fragment that is not a
 * tombstone. A separate key maps each key hash to its environment. The keys of an environment share the hash tag `{env:<id>}`, and no
 * command spans two environments, as Redis Cluster requires.
 */
export interface RedisCopy {
  /** Reads the state; returns undefined if there is no copy. */
  readState(environmentId: string): Promise<CopyState | undefined>;
  readVersions(environmentIds: readonly string[]): Promise<Map<string, number>>;
  /** Pages as from PostgreSQL; no pages: no copy exists. Throws if the copy changes while it is read. */
  readPages(environmentId: string): AsyncIterable<FragmentPage>;
  /** Finds environment ids by key hash; unknown hashes are absent. */
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
      // HSCAN would limit the number of fields but not their bytes.
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
      const ids = await sender.send((redis) =>
        fulfilledOf(keyHashes.map((hash) => redis.get(keyHashKey(hash)))),
      );
      return new Map(present(keyHashes, ids));
    },
  };
}

/** Returns the answers of the available nodes of a cluster. Rejects if all fail. */
async function fulfilledOf(answers: readonly Promise<string | null>[]): Promise<(string | null)[]> {
  const settled = await Promise.allSettled(answers);
  const failed = settled.find((each) => each.status === 'rejected');
  if (failed && settled.every((each) => each.status === 'rejected')) throw failed.reason;
  return settled.map((each) => (each.status === 'fulfilled' ? each.value : null));
}

function present(names: readonly string[], values: readonly (string | null)[]): [string, string][] {
  return names.flatMap((name, index) => {
    const value = values[index];
    return value ? [[name, value] as [string, string]] : [];
  });
}

/** Groups the fields into parts of limited bytes. Leaves out those that are too long, which are not copied either. */
function* partsOf(fields: readonly string[], lengths: readonly number[]): Generator<string[]> {
  let part: string[] = [];
  let bytes = 0;
  for (const [index, field] of fields.entries()) {
    const length = lengths[index]!;
    if (length > maxDocumentBytes) continue;
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
  return fields.flatMap((field, index) => {
    const text = texts[index];
    if (text === null || text === undefined) return [];
    const colon = field.indexOf(':');
    return [{ kind: field.slice(0, colon) as StoredFragment['kind'], id: field.slice(colon + 1), text }];
  });
}
