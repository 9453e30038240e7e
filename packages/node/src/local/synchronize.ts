import { reportOutcome, type Outcome } from '../requests/outcome.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Requester } from '../requests/requester.ts';
import type { Lane } from '../schedule/lane.ts';
import type { Runtime } from '../schedule/runtime.ts';
import type { DatafileCopy } from './datafile-copy.ts';
import { isSameEnvironment, readMessage, type DatafileMessage } from './datafile-message.ts';
import type { LocalEnvironment } from './local-environment.ts';

/** Keeps the environment as the service has it. */
export interface Synchronization {
  /** Resolves when the first request has ended, well or not. Never rejects. */
  readonly started: Promise<void>;
  /** The environment is at this version; undefined = it may have changed. */
  refresh(version?: number): void;
  /** Whether the stream announces changes, so that polling is only for lost ones. */
  setReliable(isReliable: boolean): void;
  stop(): void;
}

interface Dependencies {
  readonly environment: LocalEnvironment;
  readonly requester: Requester;
  readonly lane: Lane;
  readonly runtime: Runtime;
  readonly reporter: Reporter;
  readonly copy: DatafileCopy | undefined;
  onChange(keys: readonly string[]): void;
  onStatus(status: 'ready' | 'stale' | 'failed'): void;
}

export const pollMs = 30_000;
export const pollBesideStreamMs = 300_000;
const hourMs = 3_600_000;
/** The service keeps what is gone for some time: after longer everything is read anew. */
export const mostAgeOfDeltaMs = 12 * hourMs;
const timeoutMs = 30_000;
const maxBytes = 128 * 1024 * 1024;
/** A process of the service that has not got an announced version yet is asked again. */
const behindMs = 250;
const mostTimesBehind = 8;

export function synchronize(dependencies: Dependencies): Synchronization {
  const { environment, requester, lane, runtime, reporter, copy, onChange, onStatus } = dependencies;
  /** On the clock of `runtime.date`, since a copy is of another process. */
  let contactAt = -Infinity;
  let announced = 0;
  let timesBehind = 0;
  let isReliable = false;
  let isWanted = false;
  let running: Promise<void> | undefined;
  let stopTimer: (() => void) | undefined;
  let isStopped = false;

  async function take(message: DatafileMessage): Promise<void> {
    const keys = await environment.apply(message);
    if (!isStopped && keys.length > 0) onChange(keys);
  }

  async function loadCopy(): Promise<void> {
    const read = await copy?.read();
    if (read === undefined || isStopped) return;
    await take(read.message);
    contactAt = Number.isFinite(read.savedAt) ? Math.min(read.savedAt, runtime.date()) : -Infinity;
    onStatus('stale');
  }

  function sinceOf(): number | undefined {
    const isRecent = runtime.date() - contactAt < mostAgeOfDeltaMs;
    return isRecent ? environment.loaded?.version : undefined;
  }

  /** False = it cannot be used, and everything is asked for. */
  async function takeAnswer(text: string, since: number | undefined): Promise<boolean | 'unreadable'> {
    const message = readMessage(text);
    if (message === undefined) return 'unreadable';
    const { loaded } = environment;
    const fits =
      message.since === null ||
      (message.since === since && loaded?.version === since && isSameEnvironment(loaded!, message));
    if (!fits) return false;
    await take(message);
    return true;
  }

  function fail(outcome: Outcome): void {
    lane.onOutcome(outcome);
    reportOutcome(outcome, 'Datafile', reporter);
    onStatus(environment.loaded === undefined ? 'failed' : 'stale');
  }

  async function ask(since: number | undefined): Promise<void> {
    const path = since === undefined ? '/v1/datafile' : `/v1/datafile?since=${since}`;
    const outcome = await requester.send({ path, timeoutMs, maxBytes });
    if (isStopped) return;
    if (outcome.kind !== 'ok') return fail(outcome);
    if (outcome.status !== 304) {
      const isTaken = await takeAnswer(outcome.text, since);
      if (isStopped) return;
      if (isTaken === 'unreadable' || (isTaken === false && since === undefined)) {
        return fail({ kind: 'failed', code: 'unexpected_answer', mayRetry: false, status: outcome.status });
      }
      if (isTaken === false) return ask(undefined);
      void copy?.write(() => environment.text(), runtime.date());
    }
    lane.onOutcome(outcome);
    contactAt = runtime.date();
    onStatus('ready');
  }

  function isBehind(): boolean {
    return (environment.loaded?.version ?? 0) < announced;
  }

  async function run(): Promise<void> {
    stopTimer?.();
    stopTimer = undefined;
    while (isWanted && !isStopped) {
      isWanted = false;
      if (lane.enter()) await ask(sinceOf());
    }
  }

  function schedule(): void {
    if (isStopped) return;
    let waitMs = isReliable ? pollBesideStreamMs : pollMs;
    if (!isBehind()) timesBehind = 0;
    else if (timesBehind < mostTimesBehind) {
      timesBehind += 1;
      waitMs = behindMs;
    }
    const laneMs = lane.waitMs();
    stopTimer?.();
    stopTimer = runtime.setTimeout(() => refresh(), laneMs > 0 ? laneMs : waitMs);
  }

  function refresh(version?: number): void {
    if (isStopped) return;
    if (version !== undefined && version > announced) {
      announced = version;
      timesBehind = 0;
    }
    // The stream says by its first event what is known already, and where a backup was restored a lower version.
    if (version !== undefined && version === environment.loaded?.version) return;
    isWanted = true;
    running ??= run().finally(() => {
      running = undefined;
      schedule();
    });
  }

  async function start(): Promise<void> {
    await loadCopy();
    refresh();
    await running;
  }

  return {
    started: start().catch(() => {}),
    refresh,
    setReliable(value) {
      if (value === isReliable || isStopped) return;
      isReliable = value;
      if (running === undefined) schedule();
    },
    stop() {
      isStopped = true;
      stopTimer?.();
    },
  };
}
