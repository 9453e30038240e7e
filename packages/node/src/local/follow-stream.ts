import { outcomeOf, reportOutcome, type Outcome } from '../requests/outcome.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Lane } from '../schedule/lane.ts';
import type { Runtime } from '../schedule/runtime.ts';
import { createEventParser } from './event-parser.ts';
import type { OpenStream, OpenedStream } from './open-stream.ts';

interface Dependencies {
  readonly openStream: OpenStream;
  readonly url: string;
  readonly key: string;
  readonly lane: Lane;
  readonly runtime: Runtime;
  readonly reporter: Reporter;
  /** The version of the datafile, from which on changes are wanted. */
  readonly version: () => number | undefined;
  /** Something changed; the environment is at this version. */
  readonly onVersion: (version: number) => void;
  /** Whether the stream can be relied upon: false after three failures in a row, until it is open again. */
  readonly onReliable: (isReliable: boolean) => void;
}

/** The service sends a heartbeat every 25 seconds: a stream that is silent for longer than two of them is dead. */
export const silentForMs = 65_000;
const failuresUntilUnreliable = 3;
const defaultRetryMs = 1_000;
/** An answer that is no stream is not read further. */
const mostErrorBytes = 64 * 1024;

/** Follows the stream of changes, and reconnects. Returns what ends it. */
export function followStream(dependencies: Dependencies): () => void {
  const { openStream, url, key, lane, runtime, reporter, version, onVersion, onReliable } = dependencies;
  let controller = new AbortController();
  let stopTimer: (() => void) | undefined;
  let failures = 0;
  let retryMs = defaultRetryMs;
  let lastEventId: string | undefined;
  let isStopped = false;

  /** Aborts a connection on which nothing comes. */
  function watch(connection: AbortController): { readonly alive: () => void; readonly stop: () => void } {
    let stop = () => {};
    function alive(): void {
      stop();
      stop = runtime.setTimeout(() => connection.abort(), silentForMs);
    }
    alive();
    return { alive, stop: () => stop() };
  }

  async function read({ pieces }: OpenedStream, alive: () => void): Promise<void> {
    const parser = createEventParser();
    const decoder = new TextDecoder();
    for await (const piece of pieces) {
      if (isStopped) return;
      alive();
      const events = parser.read(decoder.decode(piece, { stream: true }));
      retryMs = parser.retryMs() ?? retryMs;
      lastEventId = parser.lastEventId() ?? lastEventId;
      const latest = events.at(-1);
      if (latest !== undefined) onVersion(latest.version);
    }
  }

  /** True = it was open, and the service ended it. */
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
      const refusal = await refusalOf(opened);
      if (isStopped) return false;
      if (refusal !== undefined) return onRefused(refusal);
      failures = 0;
      lane.onOutcome({ kind: 'ok', status: 200, text: '', headers: opened.headers });
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
    lane.onOutcome(outcome);
    if (failures >= failuresUntilUnreliable) {
      onReliable(false);
      reportOutcome(outcome, 'Stream', reporter);
    } else if (outcome.kind !== 'failed') reportOutcome(outcome, 'Stream', reporter);
    return false;
  }

  async function run(): Promise<void> {
    controller = new AbortController();
    const wasOpen = lane.enter() && (await connect(controller));
    if (isStopped) return;
    const waitMs = Math.max(lane.waitMs(), wasOpen || failures === 0 ? retryMs : 0);
    stopTimer = runtime.setTimeout(() => void run(), waitMs);
  }

  void run();
  return () => {
    isStopped = true;
    stopTimer?.();
    controller.abort();
  };
}

/** Undefined = it is a stream. */
async function refusalOf({ status, headers, pieces }: OpenedStream): Promise<Outcome | undefined> {
  const isStream = (headers.get('Content-Type') ?? '').startsWith('text/event-stream');
  if (status === 200) {
    return isStream ? undefined : { kind: 'failed', code: 'unexpected_answer', mayRetry: false, status };
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of pieces) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > mostErrorBytes) break;
  }
  return outcomeOf(status, headers, text);
}
