import { createDatafileReader, type DatafileReaderDependencies } from './read-datafile.ts';

/** Keeps the environment up to date. */
export interface Synchronization {
  /** Resolves when the first request has succeeded or failed. Never rejects. */
  readonly started: Promise<void>;
  /** Requests the environment, unless it has this version already; undefined = it may have changed. */
  refresh(version?: number): void;
  /** Notes if the stream announces changes, so that polls are only for lost ones. */
  setReliable(isReliable: boolean): void;
  /** Resolves when the copy on disk is written. */
  stop(): Promise<void>;
}

export const pollMs = 30_000;
export const pollBesideStreamMs = 300_000;
/** The delay of another request, where a process of the service does not have an announced version yet. */
const behindMs = 250;
const maxTimesBehind = 8;

/** Loads the datafile at once, when a version is announced, and at each poll; one request at a time. */
export function synchronize(dependencies: DatafileReaderDependencies): Synchronization {
  const { environment, gate, runtime } = dependencies;
  const reader = createDatafileReader(dependencies);
  let announced = 0;
  let timesBehind = 0;
  let isReliable = false;
  let isWanted = false;
  let running: Promise<void> | undefined;
  let stopTimer: (() => void) | undefined;
  let isStopped = false;

  async function run(): Promise<void> {
    stopTimer?.();
    while (isWanted && !isStopped) {
      isWanted = false;
      if (gate.tryAcquire()) await reader.read();
    }
  }

  function waitMs(): number {
    const gateMs = gate.waitMs();
    if (gateMs > 0) return gateMs;
    const isBehind = (environment.loaded?.version ?? 0) < announced;
    if (!isBehind) timesBehind = 0;
    else if (timesBehind < maxTimesBehind) {
      timesBehind += 1;
      return behindMs;
    }
    return isReliable ? pollBesideStreamMs : pollMs;
  }

  function schedule(): void {
    if (isStopped) return;
    stopTimer?.();
    stopTimer = runtime.setTimeout(() => refresh(), waitMs());
  }

  function refresh(version?: number): void {
    if (isStopped) return;
    if (version !== undefined && version > announced) {
      announced = version;
      timesBehind = 0;
    }
    // The first event of a stream names the current version, which may be loaded already; after a restore of a backup it is lower.
    if (version !== undefined && version === environment.loaded?.version) return;
    isWanted = true;
    running ??= run().finally(() => {
      running = undefined;
      schedule();
    });
  }

  async function start(): Promise<void> {
    await reader.readCopy();
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
      return reader.stop();
    },
  };
}
