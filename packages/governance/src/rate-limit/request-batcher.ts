import type { Admission, Rejection } from '../admission.ts';
import type { User } from '../monthly-active-users/month-state.ts';

/** A request that waits for the decision of Redis. */
export interface WaitingRequest {
  /** It needs no token, or has one already. */
  hasToken: boolean;
  /** Its token comes from the bucket of client keys. */
  readonly isClient: boolean;
  /** Its users are counted whatever the cap is. */
  readonly ignoresCap: boolean;
  readonly tooLarge: Rejection | undefined;
  /** The users that may not be counted yet. */
  readonly users: readonly User[];
  readonly resolve: (admission: Admission) => void;
}

/**
 * Collects the requests of an organisation: all that wait when the event loop has read its sockets are decided in one round
 * trip.
 */
export interface RequestBatcher {
  add(request: WaitingRequest): void;
}

export function createRequestBatcher(sendBatch: (batch: readonly WaitingRequest[]) => void): RequestBatcher {
  let waiting: WaitingRequest[] = [];

  function sendWaiting(): void {
    const requests = waiting;
    waiting = [];
    for (const batch of cutIntoBatches(requests)) sendBatch(batch);
  }

  return {
    add(request) {
      if (waiting.push(request) === 1) setImmediate(sendWaiting);
    },
  };
}

/** Redis does nothing else while a script runs: some milliseconds at most. */
const usersPerScript = 128;

/** Cuts requests into parts that one script may decide. */
export function* cutIntoBatches(requests: readonly WaitingRequest[]): Iterable<readonly WaitingRequest[]> {
  let start = 0;
  let users = 0;
  for (let i = 0; i < requests.length; i++) {
    users += requests[i]!.users.length;
    if (users < usersPerScript && i < requests.length - 1) continue;
    yield start === 0 && i === requests.length - 1 ? requests : requests.slice(start, i + 1);
    start = i + 1;
    users = 0;
  }
}
