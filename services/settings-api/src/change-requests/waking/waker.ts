import type { RecordedChange } from '@bunting/changes';
import { applyDue, type ApplyDueOptions } from './apply-due.ts';
import { createBackoffs } from './backoffs.ts';
import { findDueProjects, findNextDueMs } from './find-due.ts';

export interface WakerOptions extends ApplyDueOptions {
  /** The time between looks, give or take a fifth. */
  readonly intervalMs?: number;
  /** As in `createBackoffs`. */
  readonly retryMs?: readonly number[];
}

export interface Waker {
  /** Looks soon at a project, because something changed there. */
  wake(projectId: string): void;
  /** Accepts no more; resolves when what is being applied has ended. */
  stop(): Promise<void>;
}

/** Each project that is worked on takes two connections of the pool. */
const maxAtOnce = 2;
/** Another process has a project, and may die. */
const busyMs = 1_000;
/** Timers may fire a little early. */
const slackMs = 2;
/** Every sixth look also finds requests that are applied once they are approved: a wake-up usually found them before. */
const looksPerSweep = 6;

/**
 * Applies scheduled change requests, until it is stopped. Every replica runs it. It looks into PostgreSQL at intervals, after wake-ups and, by
 * PostgreSQL's clock, when the next request is due: clocks of processes, lost wake-ups and Redis don't matter.
 */
export function startWaker({ intervalMs = 10_000, retryMs, ...options }: WakerOptions): Waker {
  const { pool, log } = options;
  const woken = new Set<string>();
  const backoffs = createBackoffs(retryMs);
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let isStopped = false;
  let looks = 0;

  function schedule(ms: number): void {
    clearTimeout(timer);
    if (isStopped) return;
    timer = setTimeout(() => {
      looking = look();
    }, ms);
  }

  async function look(): Promise<void> {
    let nextMs: number;
    try {
      nextMs = await applyAllDue();
    } catch (error) {
      nextMs = busyMs;
      log.warn({ err: error }, 'Looking for due change requests failed; retrying.');
    }
    looking = undefined;
    schedule(woken.size > 0 ? 0 : nextMs);
  }

  /** Applies what is due. Returns the milliseconds until the next look. */
  async function applyAllDue(): Promise<number> {
    const withApproved = looks % looksPerSweep === 0;
    looks += 1;
    for (const id of backoffs.getDue()) woken.add(id);
    const done = new Set<string>();
    let isBusy = false;
    for (;;) {
      const ids = [...woken];
      woken.clear();
      const excluded = [...done, ...ids, ...backoffs.getWaiting()];
      ids.push(...(await findDueProjects(pool, excluded, withApproved)));
      if (ids.length === 0 || isStopped) break;
      for (const id of ids) done.add(id);
      await inTurns(ids, async (id) => {
        if (!(await applyIn(id))) isBusy = true;
      });
    }
    const nextDueMs = (await findNextDueMs(pool)) ?? Infinity;
    return Math.min(
      intervalMs * (0.8 + Math.random() * 0.4),
      Math.max(0, nextDueMs) + slackMs,
      backoffs.getNextMs(),
      isBusy ? busyMs : Infinity,
    );
  }

  /** Works on a project. Returns false if another process has it. */
  async function applyIn(id: string): Promise<boolean> {
    if (isStopped) return true;
    try {
      const isClaimed = await applyDue(options, id);
      backoffs.succeed(id);
      return isClaimed;
    } catch (error) {
      const waitMs = backoffs.fail(id);
      log.warn({ err: error, projectId: id, waitMs }, 'Applying change requests failed; retrying.');
      return true;
    }
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

async function inTurns(ids: string[], work: (id: string) => Promise<void>): Promise<void> {
  const workers = Array.from({ length: maxAtOnce }, async () => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) await work(id);
  });
  await Promise.all(workers);
}

/** Looks at the projects in which a change can have made a request ready: a change of a request, or of what an environment requires. */
export function wakeAbout(waker: Waker, recorded: readonly RecordedChange[]): void {
  for (const { action, projectId } of recorded) {
    const matters = action.startsWith('change_request.') || action === 'environment.updated';
    if (matters && projectId !== undefined) waker.wake(projectId);
  }
}
