import type { Evaluations, User } from '@bunting/sdk-core';
import type { Status } from '../public/client.ts';
import type { ClientContext } from '../client-context.ts';
import { monthMs, maxStoredUsers } from '../bounds.ts';
import { isEvaluations } from './is-evaluations.ts';
import type { Answer } from '../requests/post.ts';
import type { Stored } from './store.ts';
import { randomId } from '../random-id.ts';
import { createValues, type Loaded, type Values } from './values.ts';
import { toCurrentUser, type Exposures, type CurrentUser } from './current-user.ts';

/** The current user, their values, and the status of the client. */
export interface ClientState {
  readonly status: Status;
  readonly currentUser: CurrentUser;
  readonly variables: Values;
  /** Changes the user. Another user is not served the values of the one before. */
  readonly setUser: (user: User | null, signature: string | undefined) => void;
  applyAnswer(answer: Answer): void;
  /** Notes if changes arrive. While they do not, the client is not `ready`. */
  setConnected(isConnected: boolean): void;
  end(): void;
  /** Starts again after `end`, with the same user. */
  reopen(): void;
}

export function createClientState(context: ClientContext): ClientState {
  const { platform, options, store, listeners, runGuarded } = context;
  const { bootstrap, storageMaxAgeMs = monthMs, offline } = options;
  const values = createValues(options.overrides ?? {});
  let { anonymousId } = options;
  if (anonymousId === true) store.update((all) => (anonymousId = all.anonymousId ??= randomId(platform)));
  const exposures: Exposures = new Map();
  let currentUser = read(options.user, options.userSignature);
  const fromBootstrap = readBootstrap(currentUser, bootstrap);
  const own = fromBootstrap?.isForeign ? undefined : fromBootstrap;
  // A bootstrap of another user is for the first paint alone, where there is nothing better.
  values.replaceLoaded(own ?? loadStored() ?? fromBootstrap);
  const idle = (): Status => (offline || currentUser.blockedUntil ? 'failed' : 'loading');
  /** The status by the requests alone. */
  let answered: Status = own ? 'ready' : idle();
  let isConnected = true;
  let status = computeStatus();

  function read(user: User | null | undefined, signature: string | undefined): CurrentUser {
    let found: CurrentUser | undefined;
    runGuarded(() => {
      found = toCurrentUser(user, signature, anonymousId as string | false, options.keys, exposures);
    }, 'Invalid user: ');
    return found ?? { ...read(null, undefined), storageKey: '', blockedUntil: Infinity };
  }
  function computeStatus(): Status {
    return values.loaded && !(answered === 'ready' && isConnected) ? 'stale' : answered;
  }
  function loadStored(loaded?: Loaded): Loaded | undefined {
    store.update((stored) => (loaded = findStoredUser(stored, currentUser.storageKey, storageMaxAgeMs)));
    return loaded;
  }
  /** Replaces values and status before it calls listeners. */
  function replace(loaded: Loaded | undefined, next: Status): void {
    const changed = values.replaceLoaded(loaded);
    const before = status;
    answered = next;
    status = computeStatus();
    if (changed[0]) listeners.emit('change', changed);
    if (before !== status) listeners.emit('status', status);
  }
  return {
    variables: values,
    get status() {
      return status;
    },
    get currentUser() {
      return currentUser;
    },
    setUser(user, signature) {
      const before = currentUser;
      const now = read(user, signature);
      if (now.storageKey === before.storageKey) return;
      currentUser = now;
      if (now.identity !== before.identity || now.blockedUntil) replace(loadStored(), idle());
    },
    applyAnswer({ status: code, payload, etag }) {
      let loaded = values.loaded?.isForeign ? undefined : values.loaded;
      if (code === 403 || code === 200) {
        // 304 has no body: the loaded evaluations stay.
        const served = payload.results
          ? { evaluations: { user_hash: currentUser.userHash, ...(payload as Evaluations) }, etag }
          : loaded;
        loaded = code === 200 && served ? { ...served, source: 'network' } : undefined;
        store.update((stored) => storeUser(stored, currentUser.storageKey, loaded));
      }
      if (code === 200) isConnected = true;
      replace(loaded, code === 200 ? 'ready' : 'failed');
    },
    setConnected(now) {
      if (isConnected === now || status === 'closed') return;
      isConnected = now;
      replace(values.loaded, answered);
    },
    reopen() {
      answered = idle();
      status = computeStatus();
    },
    end() {
      status = 'closed';
      // An answer that is still under way belongs to no current user.
      currentUser = { ...currentUser };
    },
  };
}

function readBootstrap({ userHash }: CurrentUser, bootstrap: Evaluations | undefined): Loaded | undefined {
  if (!isEvaluations(bootstrap)) return undefined;
  const isForeign = (bootstrap.user_hash ?? userHash) !== userHash;
  return { evaluations: bootstrap, source: 'bootstrap', isForeign };
}

/** Returns the evaluations that an earlier visit of the same user stored. */
function findStoredUser({ users }: Stored, storageKey: string, maxAgeMs: number): Loaded | undefined {
  const found = users?.find(([each]) => each === storageKey)?.[1];
  return found && Date.now() - found.at <= maxAgeMs ? { ...found, source: 'storage' } : undefined;
}

function storeUser(stored: Stored, storageKey: string, loaded: Loaded | undefined): void {
  const others = (stored.users ?? []).filter(([each]) => each !== storageKey);
  if (loaded) others.unshift([storageKey, { ...loaded, at: Date.now() }]);
  stored.users = others.slice(0, maxStoredUsers);
}
