import type { IncomingMessage, RequestListener } from 'node:http';

/** What services tell while they are traced. Where tracing is off there is none of it, and nothing is asked. */
export interface Tracing {
  /** Gives every request of `listener` a span, the child of the one that its `traceparent` names. */
  ofRequests(listener: RequestListener): RequestListener;
  /** Names the span of a request that has been answered. */
  readonly onRequest: (req: IncomingMessage, request: FinishedRequest) => void;
  /** Tells on the span of the request that is being answered how a variable was evaluated; of the user nothing. */
  evaluated(environmentId: string, evaluation: EvaluatedVariable): void;
  /** Gives the attempt of a delivery a span of its own. Nothing of it goes out to the receiver. */
  ofAttempt<Outcome extends AttemptOutcome>(url: string, attempt: () => Promise<Outcome>): Promise<Outcome>;
  /** Sends what is left, and ends. */
  stop(): Promise<void>;
}

export interface FinishedRequest {
  readonly method: string;
  /** The pattern, `/v1/variables/{key}`. */
  readonly route: string;
  readonly status: number;
  readonly requestId: string;
}

export interface EvaluatedVariable {
  readonly key: string;
  readonly variation: string | null;
  readonly reason: string;
}

interface AttemptOutcome {
  readonly succeeded: boolean;
  readonly status: number | null;
}
