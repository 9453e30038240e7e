import { leastPollMs, mostJitterMs } from '../bounds.ts';
import type { Context } from '../context.ts';
import type { Urgency } from '../requests/limiter.ts';
import type { Aborter } from '../scope.ts';
import type { Who } from './who.ts';

export interface Loader {
  /** Asks for the present user, unless it has to wait. Resolves when there is an answer, or it has to wait. */
  readonly load: (urgency: Urgency, version?: number) => Promise<void>;
  /** Sets the timer of the next request that nobody asks for. */
  readonly schedule: () => void;
}

/** Asks for evaluations: one request at a time, when somebody wants it, and by itself when results may differ or a failure is over. */
export function createLoader(context: Context, onSettled: () => void): Loader {
  const { scope, later, addressOf, post, limiter, reads, session, keys, isLive, options, report } = context;
  const { variables: values } = session;
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let wish: Urgency = 0;
  let asked: Who | undefined;
  let aborter: Aborter | undefined;
  let timer: unknown;
  /** The version that the service must have. */
  let latest: number | undefined;
  let isFailing = false;

  /** A wish during a request is remembered: the answer under way may not know what the wish is about. */
  function load(urgency: Urgency, version = latest): Promise<void> {
    latest = version;
    wish = Math.max(wish, urgency) as Urgency;
    // What is under way for somebody else is of no use.
    if (asked !== session.who) aborter?.abort();
    return (next ??= Promise.resolve(running).then(() => {
      next = undefined;
      return (running = ask());
    }));
  }
  function waitMs(urgency: Urgency): number {
    return options.offline || session.status === 'closed'
      ? Infinity
      : Math.max(session.who.blockedUntil - Date.now(), limiter.waitMs(urgency));
  }
  async function ask(): Promise<void> {
    const urgency = wish;
    wish = 0;
    if (waitMs(urgency) > 0) return schedule();
    const { who } = session;
    const query = `&etag=${encodeURIComponent(values.loaded?.etag ?? '')}&version=${latest || ''}`;
    const read = reads.take();
    const body = { user: who.user, keys, read, user_signature: who.signature };
    latest = undefined;
    asked = who;
    aborter = new scope.AbortController();
    const answer = await post(addressOf('/v1/evaluations', query), body, aborter);
    const { status } = answer;
    // What the service does not accept is not said again.
    if (status !== 200 && status !== 400) reads.add(read);
    if (who !== session.who) return;
    const now = new Date();
    if (status === 400) who.blockedUntil = Infinity;
    else if (status === 403) who.blockedUntil = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    else limiter.note(answer);
    if (status !== 200 && (status === 401 || !isFailing)) {
      const codes = { 400: 'invalid', 401: 'refused', 403: 'over_cap', 429: 'limited' } as const;
      report(codes[status as 400] ?? 'unavailable', "Can't load variables");
    }
    isFailing = status !== 200;
    session.settle(answer);
    onSettled();
    schedule();
  }
  function schedule(): void {
    let ms = Infinity;
    if (isFailing) ms = 0;
    else if (isLive) {
      const refreshMs = Date.parse(values.all().refresh_at!) - Date.now();
      // A clock that is ahead must not make it ask without end.
      const jitteredMs = (refreshMs < 0 ? mostJitterMs : refreshMs) + Math.random() * mostJitterMs;
      ms = Math.min(jitteredMs || ms, Math.max(options.pollIntervalMs || ms, leastPollMs));
    }
    ms = Math.max(ms, waitMs(0));
    scope.clearTimeout(timer);
    if (ms < Infinity) timer = later(() => void load(0), ms);
  }
  return { load, schedule };
}
