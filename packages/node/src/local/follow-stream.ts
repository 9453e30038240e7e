import { readOutcome, reportOutcome, type Outcome } from '../requests/outcome.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { RequestGate } from '../schedule/request-gate.ts';
import type { Runtime } from '../schedule/runtime.ts';
import { createEventStreamParser } from '@bunting/sdk-core';
import type { OpenStream, OpenedStream } from './open-stream.ts';

interface Dependencies {
  readonly openStream: OpenStream;
  readonly url: string;
  readonly key: string;
  readonly gate: RequestGate;
  readonly runtime: Runtime;
  readonly reporter: Reporter;
  /** Returns the loaded version: only changes after it are of interest. */
  readonly version: () => number | undefined;
  /** Called when something changed; the environment has this version now. */
  readonly onVersion: (version: number) => void;
  /** Called with false after three failures in a row, and with true when the stream is open again. */
  readonly onReliable: (isReliable: boolean) => void;
}

/** The service sends a heartbeat every 25 seconds: a stream without data for longer than two of them is dead. */
export const maxSilenceMs = 65_000;
const failuresUntilUnreliable = 3;
const defaultRetryMs = 1_000;
/** An answer that is no stream is read up to this length. */
const maxErrorLength = 64 * 1024;

/** Follows the stream of changes and reconnects. Returns the function that stops. */
export function followStream(dependencies: Dependencies): () => void {
  const { openStream, url, key, gate, runtime, reporter, version, onVersion, onReliable } = dependencies;
  let controller = new AbortController();
  let stopTimer: (() => void) | undefined;
  let failures = 0;
  let retryMs = defaultRetryMs;
  let lastEventId: string | undefined;
  let isStopped = false;

  /** Aborts a connection without data. */
  function watch(connection: AbortController): { readonly alive: () => void; readonly stop: () => void } {
    let stop = () => {};
    function alive(): void {
      stop();
      stop = runtime.setTimeout(() => connection.abort(), maxSilenceMs);
    }
    alive();
    return { alive, stop: () => stop() };
  }

  async function read({ pieces }: OpenedStream, alive: () => void): Promise<void> {
    const parser = createEventStreamParser(isVersion);
    const decoder = new TextDecoder();
    for await (const piece of pieces) {
      if (isStopped) return;
      alive();
      const events = parser.read(decoder.decode(piece, { stream: true }));
      retryMs = parser.retryMs() ?? retryMs;
      lastEventId = parser.lastEventId() ?? lastEventId;
      const latest = events.findLast(({ id }) => id !== undefined);
      if (latest !== undefined) onVersion(Number(latest.id));
    }
  }

  /** Resolves with true if the stream was open and the service ended it. */
  async function connect(connection: AbortController): Promise<boolean> {
    const { alive, stop } = watch(connection);
    try {
      const since = version()?.toString() ?? lastEventId;
      const headers = {
        'X-API-Key': key,
        Accept: 'text/event-stream',
        ...(since !== undefined && { 'Last-Event-ID': since }),
      };
      const opened = await openStream(`${url}/v1/stream`, headers, connection.signal);
      const refusal = await readRefusal(opened);
      if (isStopped) return false;
      if (refusal !== undefined) return onRefused(refusal);
      failures = 0;
      gate.onOutcome({ kind: 'ok', status: 200, text: '', headers: opened.headers });
      onReliable(true);
      await read(opened, alive);
      return true;
    } catch (cause) {
      return isStopped ? false : onRefused({ kind: 'failed', code: 'network', mayRetry: false, cause });
    } finally {
      stop();
      connection.abort();
    }
  }

  function onRefused(outcome: Outcome): false {
    failures += 1;
    gate.onOutcome(outcome);
    if (failures >= failuresUntilUnreliable) {
      onReliable(false);
      reportOutcome(outcome, "Couldn't follow changes", reporter);
    } else if (outcome.kind !== 'failed') reportOutcome(outcome, "Couldn't follow changes", reporter);
    return false;
  }

  async function run(): Promise<void> {
    controller = new AbortController();
    const wasOpen = gate.tryAcquire() && (await connect(controller));
    if (isStopped) return;
    const waitMs = Math.max(gate.waitMs(), wasOpen || failures === 0 ? retryMs : 0);
    stopTimer = runtime.setTimeout(() => void run(), waitMs);
  }

  void run();
  return () => {
    isStopped = true;
    stopTimer?.();
    controller.abort();
  };
}

/** Returns true if the id is a version. */
function isVersion(id: string): boolean {
  return /^\d{1,15}$/.test(id);
}

/** Returns the outcome of an answer that is no stream; undefined = it is one. */
async function readRefusal({ status, headers, pieces }: OpenedStream): Promise<Outcome | undefined> {
  const isStream = (headers.get('Content-Type') ?? '').startsWith('text/event-stream');
  if (status === 200) {
    return isStream ? undefined : { kind: 'failed', code: 'unexpected_answer', mayRetry: false, status };
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > maxErrorLength) break;
  }
  return readOutcome(status, headers, text);
}
