import type { Runtime } from '../schedule/runtime.ts';

/** What went wrong. Nothing that an application calls throws. */
export interface BuntingError {
  /**
   * `unavailable`: no answer, or none of the service's. `refused`: key or organisation (401, 403). `over_cap`: the month's users. `limited`:
   * too many requests (429). `invalid`: the service does not accept the request (400, 413). `events`: events were lost or cannot be sent.
   * `type_mismatch`: a value is of another type than its fallback. `application`: a function of the application threw, or what it gave is no
   * JSON. `file`: the copy of the datafile cannot be read or written.
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
  /** Of the answer, if there was one. */
  status?: number;
}

/** What the errors are about; the same one is reported once a minute at most. */
type Topic = string;

/** Passes errors to `onError`, and not the same one again and again. */
export interface Reporter {
  /** At most once a minute for each code and topic. */
  report(code: BuntingError['code'], topic: Topic, message: string, status?: number): void;
  /** Once for each code and topic. */
  reportOnce(code: BuntingError['code'], topic: Topic, message: string, status?: number): void;
  /** From now on nothing is reported. */
  close(): void;
}

/** Topics beyond these are not reported, so that a mistake in a loop takes no memory. */
const maxTopics = 1_000;
const minuteMs = 60_000;

export function createReporter(
  runtime: Pick<Runtime, 'now'>,
  onError: (error: BuntingError) => void = warn,
): Reporter {
  /** When it was reported last; Infinity = once and never again. */
  const reportedAt = new Map<string, number>();
  let isClosed = false;

  function pass(error: BuntingError): void {
    if (isClosed) return;
    try {
      onError(error);
    } catch {
      // The application's own mistake must not stop its evaluations.
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
