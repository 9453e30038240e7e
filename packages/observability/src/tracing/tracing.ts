import type { IncomingMessage, RequestListener } from 'node:http';

/** The reports of services to a tracer. Without tracing there is no such object, and a request costs nothing more. */
export interface Tracing {
  /** Makes a span for every request of `listener`, as a child of the span in its `traceparent`. */
  ofRequests(listener: RequestListener): RequestListener;
  /** Names the span of a request that has been answered. */
  readonly onRequest: (req: IncomingMessage, request: FinishedRequest) => void;
  /** Adds an event to the span of the current request: how a variable was evaluated, without anything about the user. */
  evaluated(environmentId: string, evaluation: EvaluatedVariable): void;
  /** Makes a span for the attempt of a delivery. The receiver gets no trace header. */
  ofAttempt<Outcome extends AttemptOutcome>(url: string, attempt: () => Promise<Outcome>): Promise<Outcome>;
  /** Sends the remaining spans, and stops. */
  stop(): Promise<void>;
}

/** A request that was answered, as its span describes it. */
export interface FinishedRequest {
  readonly method: string;
  /** The pattern, `/v1/variables/{key}`. */
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
}

/** An evaluation as a span event describes it. `variation` is its slug; null = there is none. */
export interface EvaluatedVariable {
  readonly key: string;
  readonly variation: string | null;
  readonly reason: string;
}

interface AttemptOutcome {
  readonly succeeded: boolean;
  readonly status: number | null;
}
