import type { Status } from '../public/client.ts';
import type { Evaluations, User } from '../public/evaluations.ts';
import type { Base } from '../base.ts';
import { monthMs, mostUsers } from '../bounds.ts';
import { isEvaluations } from './is-evaluations.ts';
import type { Answer } from '../requests/post.ts';
import type { Stored } from './store.ts';
import { randomId } from '../random-id.ts';
import { createValues, type Loaded, type Values } from './values.ts';
import { whoOf, type Exposures, type Who } from './who.ts';

/** The present user, what is served to them, and how good that is. */
export interface Session {
  readonly status: Status;
  readonly who: Who;
  readonly variables: Values;
  /** Makes somebody the user. Somebody else is not served what was there before. */
  readonly become: (user: User | null, signature: string | undefined) => void;
  settle(answer: Answer): void;
  /** Whether somebody listens for the changes that this client wants to be told of. Without that nothing is `ready`. */
  setConnected(isConnected: boolean): void;
  end(): void;
  /** Begins again after `end`, with the same user. */
  reopen(): void;
}

export function createSession({ scope, options, store, listeners, attempt }: Base): Session {
  const { bootstrap, storageMaxAgeMs = monthMs, offline } = options;
  const values = createValues(options.overrides ?? {});
  let { anonymousId } = options;
  if (anonymousId === true) store.update((stored) => (anonymousId = stored.anonymousId ??= randomId(scope)));
  const exposures: Exposures = new Map();
  let who = read(options.user, options.userSignature);
  const rendered = renderedFor(who, bootstrap);
  const own = rendered?.isForeign ? undefined : rendered;
  // What was evaluated for somebody else is for the first paint alone, where there is nothing better.
  values.replaceLoaded(own ?? restore() ?? rendered);
  /** What the requests say, whoever listens. */
  let answered: Status = own ? 'ready' : idle();
  let isConnected = true;
  let status = statusOf();

  function read(user: User | null | undefined, signature: string | undefined): Who {
    let found: Who | undefined;
    attempt(() => {
      found = whoOf(user, signature, anonymousId as string | false | undefined, options.keys, exposures);
    }, 'A user that cannot be written as JSON gets fallbacks: ');
    return found ?? { ...read(null, undefined), hash: '', blockedUntil: Infinity };
  }
  function idle(): Status {
    return offline || who.blockedUntil ? 'failed' : 'loading';
  }
  function statusOf(): Status {
    return values.loaded && !(answered === 'ready' && isConnected) ? 'stale' : answered;
  }
  function restore(loaded?: Loaded): Loaded | undefined {
    store.update((stored) => (loaded = recall(stored, who.hash, storageMaxAgeMs)));
    return loaded;
  }
  /** Both are in place before anybody is called. */
  function serve(loaded: Loaded | undefined, next: Status): void {
    const changed = values.replaceLoaded(loaded);
    const before = status;
    answered = next;
    status = statusOf();
    if (changed[0]) listeners.emit('change', changed);
    if (before !== status) listeners.emit('status', status);
  }
  return {
    variables: values,
    get status() {
      return status;
    },
    get who() {
      return who;
    },
    become(user, signature) {
      const before = who;
      const now = read(user, signature);
      if (now.hash === before.hash) return;
      who = now;
      if (now.identity !== before.identity || now.blockedUntil) serve(restore(), idle());
    },
    settle({ status: code, json, etag }) {
      let loaded = values.loaded?.isForeign ? undefined : values.loaded;
      if (code === 403 || code === 200) {
        // 304 has no body.
        const served = json.results
          ? { evaluations: { user_hash: who.userHash, ...(json as Evaluations) }, etag }
          : loaded;
        loaded = code === 200 && served ? { ...served, source: 'network' } : undefined;
        store.update((stored) => remember(stored, who.hash, loaded));
      }
      if (code === 200) isConnected = true;
      serve(loaded, code === 200 ? 'ready' : 'failed');
    },
    setConnected(now) {
      if (isConnected === now || status === 'closed') return;
      isConnected = now;
      serve(values.loaded, answered);
    },
    reopen() {
      answered = idle();
      status = statusOf();
    },
    end() {
      status = 'closed';
      // No answer that comes now is this user's.
      who = { ...who };
    },
  };
}

function renderedFor({ userHash }: Who, bootstrap: Evaluations | undefined): Loaded | undefined {
  if (!isEvaluations(bootstrap)) return undefined;
  const isForeign = (bootstrap.user_hash ?? userHash) !== userHash;
  return { evaluations: bootstrap, source: 'bootstrap', isForeign };
}

/** What an earlier visit of the same user left. */
function recall({ users }: Stored, hash: string, maxAgeMs: number): Loaded | undefined {
  const found = users?.find(([each]) => each === hash)?.[1];
  return found && Date.now() - found.at <= maxAgeMs ? { ...found, source: 'storage' } : undefined;
}

function remember(stored: Stored, hash: string, loaded: Loaded | undefined): void {
  const others = (stored.users ?? []).filter(([each]) => each !== hash);
  if (loaded) others.unshift([hash, { ...loaded, at: Date.now() }]);
  stored.users = others.slice(0, mostUsers);
}
