import type { RecordedChange } from '@bunting/changes';
import { applyDue, type ApplyDueOptions } from './apply-due.ts';
import { findDueProjects, findNextDueMs } from './find-due.ts';

export interface WakerOptions extends ApplyDueOptions {
  /** How often to look, give or take a fifth. */
  readonly intervalMs?: number;
  /** The waits after failures one after another; the last one repeats. */
  readonly retryMs?: readonly number[];
}

export interface Waker {
  /** Looks soon at a project, because something changed there. */
  wake(projectId: string): void;
  /** Accepts no more; resolves when what is being applied has ended. */
  stop(): Promise<void>;
}

const retries = [1, 2, 5, 10, 20, 40, 60].map((seconds) => seconds * 1_000);
/** Each project that is worked on takes two connections of the pool. */
const maxAtOnce = 2;
/** Another process has a project, and may die. */
const busyMs = 1_000;
/** Timers may fire a little early. */
const slackMs = 2;
/** Requests that are applied once they are approved are looked for in each of so many looks: a wake-up finds them before. */
const looksPerSweep = 6;

/**
 * Applies scheduled change requests, until it is stopped. Every replica runs it. It looks into PostgreSQL at intervals, after wake-ups and, by
 * PostgreSQL's clock, when the next request is due: clocks of processes, lost wake-ups and Redis don't matter.
 */
export function startWaker(options: WakerOptions): Waker {
  const { log, intervalMs = 10_000, retryMs = retries } = options;
  const woken = new Set<string>();
  const failing = new Map<string, { failures: number; until: number }>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStopped = false;
  let looks = 0;
  let failedLooks = 0;

  function look(): void {
    if (isStopped || looking !== undefined) return;
    clearTimeout(timer);
    looking = lookOnce()
      .then((nextMs) => {
        failedLooks = 0;
        return nextMs;
      })
      .catch((error: unknown) => {
        log.warn({ err: error }, 'Looking for due change requests failed; retrying.');
        failedLooks += 1;
        return Math.min(failedLooks, 2) * 1_000;
      })
      .then((nextMs) => {
        looking = undefined;
        schedule(woken.size > 0 ? 0 : nextMs);
      });
  }

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(look, ms);
  }

  /** Applies what is due. Returns the milliseconds until the next look. */
  async function lookOnce(): Promise<number> {
    const withApproved = looks % looksPerSweep === 0;
    looks += 1;
    for (const [id, { until }] of failing) if (until <= performance.now()) woken.add(id);
    const done = new Set<string>();
    let isBusy = false;
    for (;;) {
      const found = [...woken];
      woken.clear();
      const excluded = [...done, ...found, ...waiting()];
      found.push(...(await findDueProjects(options.pool, excluded, withApproved)));
      if (found.length === 0 || isStopped) break;
      for (const id of found) done.add(id);
      await inTurns(found, async (id) => {
        if (!(await applyIn(id))) isBusy = true;
      });
    }
    const nextMs = await findNextDueMs(options.pool);
    const retryAt = Math.min(...[...failing.values()].map(({ until }) => until));
    return Math.min(
      intervalMs * (0.8 + Math.random() * 0.4),
      nextMs === undefined ? Infinity : Math.max(0, nextMs) + slackMs,
      Math.max(0, retryAt - performance.now()),
      isBusy ? busyMs : Infinity,
    );
  }

  /** Returns the projects whose retry is to come. */
  function waiting(): string[] {
    const now = performance.now();
    return [...failing].flatMap(([id, { until }]) => (until > now ? [id] : []));
  }

  /** Works on a project. Returns false if another process has it. */
  async function applyIn(id: string): Promise<boolean> {
    try {
      const hasLooked = await applyDue(options, id);
      failing.delete(id);
      return hasLooked;
    } catch (error) {
      const failures = (failing.get(id)?.failures ?? 0) + 1;
      const waitMs = retryMs[Math.min(failures, retryMs.length) - 1] ?? 0;
      failing.set(id, { failures, until: performance.now() + waitMs });
      log.warn({ err: error, projectId: id, waitMs }, 'Applying change requests failed; retrying.');
      return true;
    }
  }

  async function inTurns(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
    const rest = [...ids];
    await Promise.all(
      Array.from({ length: maxAtOnce }, async () => {
        for (let id = rest.shift(); id !== undefined && !isStopped; id = rest.shift()) await work(id);
      }),
    );
  }

  schedule(Math.random() * 1_000);
  return {
    wake(projectId) {
      woken.add(projectId);
      if (looking === undefined) schedule(0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** Looks at the projects in which a change can have made a request ready: a change of a request, or of what an environment requires. */
export function wakeAbout(waker: Waker, recorded: readonly RecordedChange[]): void {
  for (const { action, projectId } of recorded) {
    const matters = action.startsWith('change_request.') || action === 'environment.updated';
    if (matters && projectId !== undefined) waker.wake(projectId);
  }
}
