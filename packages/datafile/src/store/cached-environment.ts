import type { Datafile } from '@bunting/evaluator';
import { EnvironmentEvicted } from '../read/datafile-errors.ts';
import type { MalformedDefinitions } from '../read/malformed-definitions.ts';
import type { KeyKind } from '@bunting/definitions';
import {
  toAccess,
  getKeyKinds,
  type AccessFragment,
  type EnvironmentAccess,
} from '../fragments/access-fragment.ts';

/** The cached state of every environment, whatever the process keeps of its features and segments. */
export interface EnvironmentState {
  readonly environmentId: string;
  readonly version: number;
  /** Milliseconds since 1970. */
  readonly loadedAt: number;
  readonly access: EnvironmentAccess;
  /**
   * It is no longer kept, follows no changes, and has no content: reading that throws EnvironmentEvicted. Whoever has waited for something
   * finds the environment again by its key.
   */
  readonly isEvicted: boolean;
}

/** The content that evaluators keep: all of it, compiled. */
export interface CompiledContent {
  readonly datafile: Datafile;
  readonly malformed: MalformedDefinitions;
}

/**
 * An environment in memory. Each refresh replaces its members in one synchronous step, so read them anew for each request and keep
 * none across an `await`.
 */
export type CachedEnvironment<Content = CompiledContent> = EnvironmentState & Content;

/** The members that a refresh replaces. */
export interface Replacement<Content> {
  readonly version: number;
  readonly loadedAt: number;
  /** Absent = the same object, to which the change was applied. */
  readonly content?: Content;
  /** Absent = unchanged. */
  readonly access?: AccessFragment | undefined;
}

/** A valid key, and what it opens. */
export interface FoundKey<Content = CompiledContent> {
  readonly environment: CachedEnvironment<Content>;
  readonly kind: KeyKind;
  readonly keyHash: string;
}

/** A cached environment, as something that may be evicted. */
export interface CachedEntry {
  readonly environmentId: string;
  readonly organisationId: string;
  /** Returns the estimated bytes in memory. */
  weight(): number;
  /** When it was last asked for, as a number that grows with each request. */
  readonly use: number;
}

/** A valid key that a request has used. */
export interface KnownKey<Content> extends FoundKey<Content> {
  readonly usage: Usage;
  /** The minute of its last reported use, in minutes since 1970. */
  usedInMinute: number;
}

interface Usage {
  use: number;
}

/** The cached environments by id, by key and by key hash. */
export interface CachedEnvironments<Content = CompiledContent> {
  byId(environmentId: string): CachedEnvironment<Content> | undefined;
  byKey(key: string): KnownKey<Content> | undefined;
  /**
   * Caches the key in clear, so that its next request needs only one look-up in a map. Undefined unless its hash is that of a key of one
   * of the kinds.
   */
  rememberKey(key: string, keyHash: string, kinds: readonly KeyKind[]): KnownKey<Content> | undefined;
  /** Returns whether the environment is cached and a key with this hash opens it. */
  isOpenedBy(environmentId: string, keyHash: string): boolean;
  ids(): string[];
  add(
    environmentId: string,
    replacement: Replacement<Content> & { access: AccessFragment; content: Content },
  ): CachedEnvironment<Content>;
  replace(environmentId: string, replacement: Replacement<Content>): void;
  drop(environmentId: string): void;
  /** Records that a request has asked for the environment. */
  use(known: KnownKey<Content>): void;
  entries(): readonly CachedEntry[];
  /** Drops the environment, and releases the content also where a request still has the environment. */
  evict(environmentId: string): void;
}

interface Entry<Content> {
  readonly environment: CachedEnvironment<Content>;
  readonly usage: Usage;
  /** The kind of each of its keys, by hash. */
  keyKinds: ReadonlyMap<string, KeyKind>;
}

const noKeys: ReadonlyMap<string, KeyKind> = new Map();

/**
 * Creates the cache. `onRetired` receives the content of an environment that is replaced as a whole, dropped or
 * evicted.
 */
export function createCachedEnvironments<Content extends object>(
  onRetired: (environment: CachedEnvironment<Content>) => void = () => {},
  weightOf: (content: Content) => number = () => 0,
): CachedEnvironments<Content> {
  let uses = 0;
  const entries = new Map<string, Entry<Content>>();
  const { setKeys, ...keys } = createCachedKeys<Content>();

  function retire(entry: Entry<Content> | undefined): void {
    // Copied, because its members are about to be those of the new content.
    if (entry !== undefined) onRetired({ ...entry.environment });
  }

  function drop(environmentId: string): Entry<Content> | undefined {
    const entry = entries.get(environmentId);
    if (!entry) return undefined;
    retire(entry);
    setKeys(entry, noKeys);
    entries.delete(environmentId);
    return entry;
  }

  return {
    ...keys,
    byId: (environmentId) => entries.get(environmentId)?.environment,
    isOpenedBy: (environmentId, keyHash) => entries.get(environmentId)?.keyKinds.has(keyHash) === true,
    ids: () => [...entries.keys()],

    add(environmentId, { version, loadedAt, content, access }) {
      retire(entries.get(environmentId));
      const state = { environmentId, version, loadedAt, access: toAccess(access), isEvicted: false };
      const environment = { ...state, ...content };
      const entry: Entry<Content> = { environment, usage: { use: ++uses }, keyKinds: noKeys };
      entries.set(environmentId, entry);
      setKeys(entry, getKeyKinds(access));
      return environment;
    },

    replace(environmentId, { version, loadedAt, content, access }) {
      const entry = entries.get(environmentId);
      if (!entry) return;
      if (content !== undefined) retire(entry);
      Object.assign(entry.environment, { version, loadedAt }, content);
      if (!access) return;
      Object.assign(entry.environment, { access: toAccess(access) });
      setKeys(entry, getKeyKinds(access));
    },

    drop: (environmentId) => void drop(environmentId),

    use({ usage }) {
      usage.use = ++uses;
    },

    entries: () =>
      [...entries.values()].map(({ environment, usage }) => ({
        environmentId: environment.environmentId,
        organisationId: environment.access.organisation.id,
        weight: () => weightOf(environment),
        use: usage.use,
      })),

    evict(environmentId) {
      const entry = drop(environmentId);
      if (entry !== undefined) releaseContent(entry.environment);
    },
  };
}

/** Creates the index of cached environments by key, hashed and in clear. */
function createCachedKeys<Content>() {
  const entriesByHash = new Map<string, Entry<Content>>();
  const knownKeys = new Map<string, KnownKey<Content>>();
  const keysByHash = new Map<string, string>();

  function forgetKey(keyHash: string): void {
    const key = keysByHash.get(keyHash);
    if (key !== undefined) knownKeys.delete(key);
    keysByHash.delete(keyHash);
  }

  /**
   * Sets the keys of an environment. A key may have moved here from another environment, which may be refreshed
   * before or after this one.
   */
  function setKeys(entry: Entry<Content>, keyKinds: ReadonlyMap<string, KeyKind>): void {
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
    setKeys,
    byKey: (key: string) => knownKeys.get(key),

    rememberKey(key: string, keyHash: string, kinds: readonly KeyKind[]): KnownKey<Content> | undefined {
      const entry = entriesByHash.get(keyHash);
      const kind = entry?.keyKinds.get(keyHash);
      if (!entry || !kind || !kinds.includes(kind)) return undefined;
      const known = {
        environment: entry.environment,
        kind,
        keyHash,
        usage: entry.usage,
        usedInMinute: 0,
      };
      knownKeys.set(key, known);
      keysByHash.set(keyHash, key);
      return known;
    },
  };
}

const stateMembers: Readonly<Record<keyof EnvironmentState, true>> = {
  environmentId: true,
  version: true,
  loadedAt: true,
  access: true,
  isEvicted: true,
};

/** Releases the content, which a request that waits for its body must not keep in memory. */
function releaseContent(environment: EnvironmentState): void {
  Object.assign(environment, { isEvicted: true });
  for (const member of Object.keys(environment)) {
    if (member in stateMembers) continue;
    Object.defineProperty(environment, member, {
      get() {
        throw new EnvironmentEvicted();
      },
    });
  }
}
