import { minPollMs, maxJitterMs } from '../bounds.ts';
import type { RequestContext } from '../request-context.ts';
import type { Priority } from '../requests/request-gate.ts';
import type { AbortControllerLike } from '../platform.ts';
import type { CurrentUser } from './current-user.ts';

/** Requests the evaluations of the current user. */
export interface Loader {
  /** Sends a request, unless the gate is closed. Resolves when there is an answer, or the gate is closed. */
  readonly load: (priority: Priority, version?: number) => Promise<void>;
  /** Sets the timer of the next automatic request. */
  readonly scheduleNext: () => void;
}

/** Creates the loader. It sends one request at a time: on demand, when results may have changed, and after a failure. */
export function createLoader(context: RequestContext, onSettled: () => void): Loader {
  const { platform, schedule, getUrl, post, gate, readCounts, state, keys, isLive, options, report } =
    context;
  const { variables: values } = state;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let pendingPriority: Priority = 0;
  let requestedFor: CurrentUser | undefined;
  let aborter: AbortControllerLike | undefined;
  let timer: unknown;
  /** The version that the service must have at least. */
  let minVersion: number | undefined;
  let isFailing = false;

  /** Requests evaluations. A call during a request is followed by another request: the answer under way may be older than the reason of the call. */
  function load(priority: Priority, version = minVersion): Promise<void> {
    minVersion = version;
    pendingPriority = Math.max(pendingPriority, priority) as Priority;
    // An answer for another user is of no use.
    if (requestedFor !== state.currentUser) aborter?.abort();
    return (next ??= Promise.resolve(running).then(() => {
      next = undefined;
      return (running = request());
    }));
  }
  function waitMs(priority: Priority): number {
    return options.offline || state.status === 'closed'
      ? Infinity
      : Math.max(state.currentUser.blockedUntil - Date.now(), gate.waitMs(priority));
  }
  async function request(): Promise<void> {
    const priority = pendingPriority;
    pendingPriority = 0;
    if (waitMs(priority) > 0) return scheduleNext();
    const { currentUser } = state;
    const query = `&etag=${encodeURIComponent(values.loaded?.etag ?? '')}&version=${minVersion || ''}`;
    const read = readCounts.drain();
    const body = { user: currentUser.wireUser, keys, read, user_signature: currentUser.wireSignature };
    minVersion = undefined;
    requestedFor = currentUser;
    aborter = new platform.AbortController();
    const answer = await post(getUrl('/v1/evaluations', query), body, aborter);
    const { status } = answer;
    // Counts in a rejected request are not repeated.
    if (status !== 200 && status !== 400) readCounts.increment(read);
    if (currentUser !== state.currentUser) return;
    const now = new Date();
    if (status === 400) currentUser.blockedUntil = Infinity;
    else if (status === 403) currentUser.blockedUntil = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    else gate.onAnswer(answer);
    if (status !== 200 && (status === 401 || !isFailing)) {
      const codes = { 400: 'invalid', 401: 'refused', 403: 'over_cap', 429: 'limited' } as const;
      report(
        codes[status as 400] ?? 'unavailable',
        // A 403 removes the values, and a failure removes those of another user.
        status === 403 || !values.loaded || values.loaded.isForeign
          ? "Couldn't load flags"
          : "Couldn't load flags; using cached values",
      );
    }
    isFailing = status !== 200;
    state.applyAnswer(answer);
    onSettled();
    scheduleNext();
  }
  function scheduleNext(): void {
    let ms = Infinity;
    if (isFailing) ms = 0;
    else if (isLive) {
      const refreshMs = Date.parse(values.getAll().refresh_at!) - Date.now();
      // A clock that is ahead must not cause one request after another.
      const jitteredMs = (refreshMs < 0 ? maxJitterMs : refreshMs) + Math.random() * maxJitterMs;
      ms = Math.min(jitteredMs || ms, Math.max(options.pollIntervalMs || ms, minPollMs));
    }
    ms = Math.max(ms, waitMs(0));
    platform.clearTimeout(timer);
    if (ms < Infinity) timer = schedule(() => void load(0), ms);
  }
  return { load, scheduleNext };
}
