import type { Status } from '../public/client.ts';
import type { Evaluations, User } from '../public/evaluations.ts';
import type { Base } from '../base.ts';
import { monthMs, mostUsers } from '../bounds.ts';
import type { Answer } from '../requests/post.ts';
import { randomId } from '../random-id.ts';
import { createValues, type Loaded, type Values } from './values.ts';
import { whoOf, type Exposures, type Who } from './who.ts';

/** The present user, what is served to them, and how good that is. */
export interface Session {
  readonly status: Status;
  readonly who: Who;
  readonly values: Values;
  /** Makes somebody the user. Somebody else is not served what was there before. */
  readonly become: (user: User | null, signature: string | undefined) => void;
  settle(answer: Answer): void;
  close(): void;
}

export function createSession({ scope, options, store, listeners, attempt }: Base): Session {
  const { bootstrap, storageMaxAgeMs = monthMs, offline } = options;
  const values = createValues(options.overrides ?? {});
  let { anonymousId } = options;
  if (anonymousId === true) {
    store.update((stored) => (anonymousId = stored.anonymousId ??= randomId(scope)));
  }
  const exposures: Exposures = new Map();
  let who = read(options.user, options.userSignature);
  values.replace(bootstrap ? { evaluations: bootstrap, source: 'bootstrap' } : restore());
  let status = statusOf(bootstrap ? 'ready' : idle());

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
  function statusOf(next: Status): Status {
    return next !== 'ready' && values.loaded ? 'stale' : next;
  }
  /** What an earlier visit of the same user left. */
  function restore(): Loaded | undefined {
    let loaded: Loaded | undefined;
    store.update(({ users }) => {
      const found = users?.find(([hash]) => hash === who.hash)?.[1];
      if (found?.evaluations.results && Date.now() - found.at <= storageMaxAgeMs)
        loaded = { ...found, source: 'storage' };
    });
    return loaded;
  }
  /** Both are in place before anybody is called. */
  function serve(loaded: Loaded | undefined, next: Status): void {
    const changed = values.replace(loaded);
    const before = status;
    status = statusOf(next);
    if (changed[0]) listeners.emit('change', changed);
    if (before !== status) listeners.emit('status', status);
  }
  return {
    values,
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
      let { loaded } = values;
      if (code === 403 || code === 200) {
        // 304 has no body.
        const served = json.results ? { evaluations: json as Evaluations, etag } : loaded;
        loaded = code === 200 && served ? { ...served, source: 'network' } : undefined;
        store.update((stored) => {
          const others = (stored.users ?? []).filter(([hash]) => hash !== who.hash);
          if (loaded) others.unshift([who.hash, { ...loaded, at: Date.now() }]);
          stored.users = others.slice(0, mostUsers);
        });
      }
      serve(loaded, code === 200 ? 'ready' : 'failed');
    },
    close() {
      status = 'closed';
      // Nobody asks for this user, and no answer is theirs.
      who = { ...who, blockedUntil: Infinity };
    },
  };
}
