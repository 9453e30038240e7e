import type { Datafile } from '@bunting/evaluator';
import type { MalformedDefinitions } from '../read/malformed-definitions.ts';
import type { KeyKind } from '@bunting/definitions';
import {
  accessOf,
  keyKindsOf,
  type AccessFragment,
  type EnvironmentAccess,
} from '../fragments/access-fragment.ts';

/**
 * An environment in memory. Each refresh replaces its members in one synchronous step, so read them anew for each request and keep
 * none across an `await`.
 */
export interface CachedEnvironment {
  readonly environmentId: string;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly loadedAt: number;
  readonly datafile: Datafile;
  readonly malformed: MalformedDefinitions;
  readonly access: EnvironmentAccess;
}

/** What a refresh replaces. */
export interface Replacement {
  readonly version: number;
  readonly loadedAt: number;
  readonly datafile: Datafile;
  readonly malformed: MalformedDefinitions;
  /** Absent = unchanged. */
  readonly access?: AccessFragment | undefined;
}

/** A valid key, and what it opens. */
export interface FoundKey {
  readonly environment: CachedEnvironment;
  readonly kind: KeyKind;
}

/** A valid key that a request has used. */
export interface KnownKey extends FoundKey {
  readonly keyHash: string;
  /** The minute of its last reported use, in minutes since 1970. */
  usedInMinute: number;
}

/** The cached environments by id, by key and by key hash. */
export interface CachedEnvironments {
  byId(environmentId: string): CachedEnvironment | undefined;
  byKey(key: string): KnownKey | undefined;
  /**
   * Caches the key in clear, so that its next request needs only one look-up in a map. Undefined unless its hash is that of a key of one
   * of the kinds.
   */
  rememberKey(key: string, keyHash: string, kinds: readonly KeyKind[]): KnownKey | undefined;
  ids(): string[];
  add(environmentId: string, content: Replacement & { access: AccessFragment }): CachedEnvironment;
  replace(environmentId: string, replacement: Replacement): void;
  drop(environmentId: string): void;
}

interface Entry {
  readonly environment: { -readonly [Member in keyof CachedEnvironment]: CachedEnvironment[Member] };
  /** The kind of each of its keys, by hash. */
  keyKinds: ReadonlyMap<string, KeyKind>;
}

const noKeys: ReadonlyMap<string, KeyKind> = new Map();

export function createCachedEnvironments(): CachedEnvironments {
  const entries = new Map<string, Entry>();
  const entriesByHash = new Map<string, Entry>();
  const knownKeys = new Map<string, KnownKey>();
  const keysByHash = new Map<string, string>();

  function forgetKey(keyHash: string): void {
    const key = keysByHash.get(keyHash);
    if (key !== undefined) knownKeys.delete(key);
    keysByHash.delete(keyHash);
  }

  /** A key may have moved here from another environment, which may be refreshed before or after this one. */
  function setKeys(entry: Entry, keyKinds: ReadonlyMap<string, KeyKind>): void {
    for (const hash of entry.keyKinds.keys()) {
      if (keyKinds.has(hash) || entriesByHash.get(hash) !== entry) continue;
      entriesByHash.delete(hash);
      forgetKey(hash);
    }
    for (const [hash, kind] of keyKinds) {
      if (entriesByHash.get(hash) === entry && entry.keyKinds.get(hash) === kind) continue;
      entriesByHash.set(hash, entry);
      forgetKey(hash);
    }
    entry.keyKinds = keyKinds;
  }

  return {
    byId: (environmentId) => entries.get(environmentId)?.environment,
    byKey: (key) => knownKeys.get(key),
    ids: () => [...entries.keys()],

    rememberKey(key, keyHash, kinds) {
      const entry = entriesByHash.get(keyHash);
      const kind = entry?.keyKinds.get(keyHash);
      if (!entry || !kind || !kinds.includes(kind)) return undefined;
      const known = { environment: entry.environment, kind, keyHash, usedInMinute: 0 };
      knownKeys.set(key, known);
      keysByHash.set(keyHash, key);
      return known;
    },

    add(environmentId, { access, ...content }) {
      const environment = { environmentId, ...content, access: accessOf(access) };
      const entry: Entry = { environment, keyKinds: noKeys };
      entries.set(environmentId, entry);
      setKeys(entry, keyKindsOf(access));
      return environment;
    },

    replace(environmentId, { access, ...content }) {
      const entry = entries.get(environmentId);
      if (!entry) return;
      Object.assign(entry.environment, content);
      if (!access) return;
      entry.environment.access = accessOf(access);
      setKeys(entry, keyKindsOf(access));
    },

    drop(environmentId) {
      const entry = entries.get(environmentId);
      if (!entry) return;
      setKeys(entry, noKeys);
      entries.delete(environmentId);
    },
  };
}
