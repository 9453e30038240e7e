import type { Evaluation } from '@bunting/evaluator';
import { reportOutcome, type Outcome } from '../requests/outcome.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Requester } from '../requests/requester.ts';
import type { Lane } from '../schedule/lane.ts';
import type { Runtime } from '../schedule/runtime.ts';

/** Counts what is evaluated in this process, and says it to the service (clients §6). */
export interface Usage {
  /** `userId` and `email` as evaluation read them; both undefined = anonymous. */
  count(evaluation: Evaluation, userId: string | undefined, email: string | undefined): void;
  /** Sends what was counted. */
  flush(): Promise<void>;
  stop(): void;
}

interface Dependencies {
  readonly requester: Requester;
  readonly lane: Lane;
  readonly runtime: Runtime;
  readonly reporter: Reporter;
}

interface Count {
  readonly variable: string;
  readonly variation: string | null;
  readonly reason: string;
  count: number;
}

type UsageUser = { readonly id: string } | { readonly email: string };

const sendEveryMs = 10_000;
const timeoutMs = 5_000;
export const mostEntriesOfRequest = 1_000;
/** Users beyond these are said once more, which the service counts once. */
export const mostUsers = 100_000;
/** Different results beyond these are not counted until the next sending. */
const mostCounts = 20_000;
/** Results that are not shared are counted by their names from here on. */
const mostObjects = 5_000;
const dayMs = 24 * 3_600_000;
const longestName = 500;

export function createUsage({ requester, lane, runtime, reporter }: Dependencies): Usage {
  /** Results of one datafile are shared objects: counting them by identity costs an evaluation the least. */
  const objects = new Map<Evaluation, number>();
  const counts = new Map<string, Count>();
  /** Users of this month whom the service knows of, or will. */
  const known = new Set<string>();
  const users = new Map<string, UsageUser>();
  let isAnonymous = false;
  let month = '';
  let countedSince: number | undefined;
  let stopTimer: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;

  /** Sets what a sending needs; the first count after one calls it. */
  function begin(): void {
    countedSince = runtime.date();
    const present = new Date(countedSince).toISOString().slice(0, 7);
    if (present !== month) known.clear();
    month = present;
    if (!isStopped) stopTimer ??= runtime.setTimeout(onTimer, sendEveryMs);
  }

  function onTimer(): void {
    stopTimer = undefined;
    void flush();
  }

  function addUser(identity: string, user: UsageUser): void {
    // A user who is not said now is said at a later evaluation.
    if (identity.length > longestName || users.size >= mostUsers) return;
    if (known.size >= mostUsers) known.clear();
    known.add(identity);
    users.set(identity, user);
  }

  function fold(): void {
    for (const [{ key, variation, reason }, count] of objects)
      add({ variable: key, variation, reason, count });
    objects.clear();
  }

  function add(added: Count): void {
    const name = `${added.variable}\n${added.variation ?? ''}\n${added.reason}`;
    const found = counts.get(name);
    if (found !== undefined) found.count += added.count;
    else if (counts.size < mostCounts) counts.set(name, { ...added });
  }

  function take<Entry>(entries: Map<string, Entry>): [string, Entry][] {
    const taken = [...entries].slice(0, mostEntriesOfRequest);
    for (const [name] of taken) entries.delete(name);
    return taken;
  }

  /** False = it must wait. */
  async function sendSome(from: number): Promise<boolean> {
    const someUsers = take(users);
    const someCounts = take(counts);
    const anonymous = isAnonymous;
    isAnonymous = false;
    const until = runtime.date();
    const body = JSON.stringify({
      from: new Date(Math.max(from, until - dayMs)).toISOString(),
      until: new Date(until).toISOString(),
      users: someUsers.map(([, user]) => user),
      anonymous,
      evaluations: someCounts.map(([, count]) => count),
    });
    const outcome = await requester.send({ path: '/v1/usage', body, timeoutMs });
    lane.onOutcome(outcome);
    reportOutcome(outcome, 'Usage', reporter);
    if (outcome.kind === 'ok') reportExceeded(outcome.text);
    if (outcome.kind === 'ok' || outcome.kind === 'rejected') return true;
    for (const [identity, user] of someUsers) users.set(identity, user);
    isAnonymous ||= anonymous;
    // Where the service may have counted them, evaluations are rather lost than counted twice (decisions §8.5).
    if (isSurelyUncounted(outcome)) for (const [, count] of someCounts) add(count);
    return false;
  }

  let exceededAt = -Infinity;
  function reportExceeded(text: string): void {
    if (runtime.now() - exceededAt < dayMs || !isExceeded(text)) return;
    exceededAt = runtime.now();
    reporter.report(
      'usage',
      'exceeded',
      'There are more monthly active users than the plan has. Evaluation goes on.',
    );
  }

  async function sendAll(): Promise<void> {
    const from = countedSince;
    if (from === undefined) return;
    fold();
    // What is counted from here on begins a sending of its own.
    countedSince = undefined;
    while (users.size > 0 || counts.size > 0 || isAnonymous) {
      const isSent = lane.enter() && (await sendSome(from));
      if (isSent) continue;
      begin();
      countedSince = from;
      return;
    }
  }

  function flush(): Promise<void> {
    running ??= sendAll().finally(() => (running = undefined));
    return running;
  }

  return {
    count(evaluation, userId, email) {
      if (countedSince === undefined) begin();
      // The service drops variables that do not exist.
      if (evaluation.variableId !== null) {
        objects.set(evaluation, (objects.get(evaluation) ?? 0) + 1);
        if (objects.size > mostObjects) fold();
      }
      if (userId !== undefined && userId !== '') {
        if (!known.has(userId)) addUser(userId, { id: userId });
      } else if (email === undefined) isAnonymous = true;
      else {
        const identity = email.toLowerCase();
        if (!known.has(identity)) addUser(identity, { email });
      }
    },
    async flush() {
      await running;
      await flush();
    },
    stop() {
      isStopped = true;
      stopTimer?.();
    },
  };
}

function isSurelyUncounted(outcome: Outcome): boolean {
  return outcome.kind !== 'failed' || outcome.status === 503;
}

function isExceeded(text: string): boolean {
  try {
    const answer = JSON.parse(text) as { readonly monthly_active_users?: { readonly exceeded?: unknown } };
    return answer.monthly_active_users?.exceeded === true;
  } catch {
    return false;
  }
}
