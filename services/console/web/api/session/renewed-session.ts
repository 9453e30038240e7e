/** Requests with a 401, which wait for a new sign-in and are then sent again. The session dialog releases them. */
let waiting: (() => void)[] = [];
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** Resolves after a new sign-in. */
export function untilSignedIn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    notify();
  });
}

export function continueRequests(): void {
  const released = waiting;
  waiting = [];
  notify();
  for (const release of released) release();
}

export const areRequestsWaiting = () => waiting.length > 0;

/** Subscribes to changes of `areRequestsWaiting`, for useSyncExternalStore. */
export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
