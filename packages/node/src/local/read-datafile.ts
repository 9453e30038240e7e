import { reportOutcome, type Outcome } from '../requests/outcome.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Requester } from '../requests/requester.ts';
import type { RequestGate } from '../schedule/request-gate.ts';
import type { Runtime } from '../schedule/runtime.ts';
import type { DatafileCopy } from './datafile-copy.ts';
import { isSameEnvironment, parseMessage, type DatafileMessage } from './datafile-message.ts';
import type { LocalEnvironment } from './local-environment.ts';

/** Loads the datafile of the service, or the copy on disk, into the environment. */
export interface DatafileReader {
  /** Loads the copy. Never rejects. */
  readCopy(): Promise<void>;
  /** Requests the changes, or the whole datafile. Never rejects. */
  read(): Promise<void>;
  /** Discards answers under way. Resolves when the copy is written. */
  stop(): Promise<void>;
}

export interface DatafileReaderDependencies {
  readonly environment: LocalEnvironment;
  readonly requester: Requester;
  readonly gate: RequestGate;
  readonly runtime: Runtime;
  readonly reporter: Reporter;
  readonly copy: DatafileCopy | undefined;
  readonly onChange: (keys: readonly string[]) => void;
  readonly onStatus: (status: 'ready' | 'stale' | 'failed') => void;
}

const hourMs = 3_600_000;
/** The maximum age of a version whose changes are requested: the service keeps removed fragments for some time. */
export const maxDeltaAgeMs = 12 * hourMs;
/** Tells the service that this evaluator understands prerequisites; without it, their features would be `remote`. */
const evaluator = 2;
const timeoutMs = 30_000;
const maxBytes = 128 * 1024 * 1024;

export function createDatafileReader(dependencies: DatafileReaderDependencies): DatafileReader {
  const { environment, requester, gate, runtime, reporter, copy, onChange, onStatus } = dependencies;
  /** The time of the last answer, by `runtime.date`, since a copy is of another process. */
  let contactAt = -Infinity;
  let isStopped = false;
  let writing = Promise.resolve();

  async function take(message: DatafileMessage): Promise<void> {
    const keys = await environment.apply(message);
    if (!isStopped && keys.length > 0) onChange(keys);
  }

  function getSince(): number | undefined {
    const isRecent = runtime.date() - contactAt < maxDeltaAgeMs;
    return isRecent ? environment.loaded?.version : undefined;
  }

  /** Returns true if the message is a whole datafile, or the changes since the loaded version. */
  function fits(message: DatafileMessage, since: number | undefined): boolean {
    const { loaded } = environment;
    if (message.since === null) return true;
    return message.since === since && loaded?.version === since && isSameEnvironment(loaded, message);
  }

  function fail(outcome: Outcome): void {
    gate.onOutcome(outcome);
    reportOutcome(outcome, "Couldn't load the datafile", reporter);
    onStatus(environment.loaded === undefined ? 'failed' : 'stale');
  }

  async function ask(since: number | undefined): Promise<void> {
    const path = `/v1/datafile?evaluator=${evaluator}${since === undefined ? '' : `&since=${since}`}`;
    const outcome = await requester.send({ path, timeoutMs, maxBytes });
    if (isStopped) return;
    if (outcome.kind !== 'ok') return fail(outcome);
    if (outcome.status !== 304) {
      const message = parseMessage(outcome.text);
      if (message === undefined || !fits(message, since)) {
        // A delta that does not fit is of another environment or version: request everything.
        if (message !== undefined && since !== undefined) return ask(undefined);
        return fail({ kind: 'failed', code: 'unexpected_answer', mayRetry: false, status: outcome.status });
      }
      await take(message);
      if (isStopped) return;
      if (copy !== undefined) writing = copy.write(() => environment.text(), runtime.date());
    }
    gate.onOutcome(outcome);
    contactAt = runtime.date();
    onStatus('ready');
  }

  return {
    async readCopy() {
      const read = await copy?.read();
      if (read === undefined || isStopped) return;
      await take(read.message);
      contactAt = Number.isFinite(read.savedAt) ? Math.min(read.savedAt, runtime.date()) : -Infinity;
      if (!isStopped) onStatus('stale');
    },
    async read() {
      try {
        await ask(getSince());
      } catch (cause) {
        if (!isStopped) fail({ kind: 'failed', code: 'unexpected_answer', mayRetry: false, cause });
      }
    },
    stop() {
      isStopped = true;
      return writing;
    },
  };
}
