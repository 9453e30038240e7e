import type { Runtime } from '../schedule/runtime.ts';

/** An error that the client reports. Methods of a client do not throw. */
export interface BuntingError {
  /**
   * `unavailable`: no answer, or none of Bunting. `refused`: key or organisation (401, 403). `over_cap`: the plan's users of this month are used up.
   * `limited`: too many requests (429). `invalid`: Bunting rejects the request (400, 413). `events`: events were lost or cannot be sent.
   * `type_mismatch`: a value has another type than its fallback. `application`: a function of the application threw, or a value of it cannot be
   * written as JSON. `file`: the copy of the datafile cannot be read or written.
   */
  code:
    | 'unavailable'
    | 'refused'
    | 'over_cap'
    | 'limited'
    | 'invalid'
    | 'events'
    | 'type_mismatch'
    | 'application'
    | 'file';
  message: string;
  /** The status of the answer, if there was one. */
  status?: number;
}

/** The subject of an error. Errors of the same subject are reported once a minute at most. */
type Topic = string;

/** Passes errors to `onError`, and limits repetitions. */
export interface Reporter {
  /** Reports an error, at most once a minute for each code and topic. */
  report(code: BuntingError['code'], topic: Topic, message: string, status?: number): void;
  /** Reports an error once for each code and topic. */
  reportOnce(code: BuntingError['code'], topic: Topic, message: string, status?: number): void;
  /** Stops reporting. */
  close(): void;
}

/** The maximum of topics, so that a mistake in a loop takes no memory. Others are not reported. */
const maxTopics = 1_000;
const minuteMs = 60_000;

export function createReporter(
  runtime: Pick<Runtime, 'now'>,
  onError: (error: BuntingError) => void = warn,
): Reporter {
  /** The time of the last report; Infinity = never again. */
  const reportedAt = new Map<string, number>();
  let isClosed = false;

  function pass(error: BuntingError): void {
    if (isClosed) return;
    try {
      onError(error);
    } catch {
      // A mistake in the application's handler must not stop its evaluations.
    }
  }

  function isDue(entry: string): boolean {
    const last = reportedAt.get(entry);
    if (last !== undefined) return runtime.now() - last >= minuteMs;
    return reportedAt.size < maxTopics;
  }

  return {
    report(code, topic, message, status) {
      const entry = `${code} ${topic}`;
      if (!isDue(entry)) return;
      reportedAt.set(entry, runtime.now());
      pass({ code, message, ...(status !== undefined && { status }) });
    },
    reportOnce(code, topic, message, status) {
      const entry = `once ${code} ${topic}`;
      if (!isDue(entry)) return;
      reportedAt.set(entry, Infinity);
      pass({ code, message, ...(status !== undefined && { status }) });
    },
    close: () => void (isClosed = true),
  };
}

function warn({ code, message }: BuntingError): void {
  // oxlint-disable-next-line no-console -- nobody else listens
  console.warn(`Bunting (${code}): ${message}`);
}
