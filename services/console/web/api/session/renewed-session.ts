/**
 * Requests that were answered 401 wait here until somebody has signed in again, and are then sent once more: nothing that was under way is
 * lost. The dialog of the shell lets them go on.
 */
let waiting: (() => void)[] = [];
const listeners = new Set<() => void>();

const notify = () => {
  for (const listener of listeners) listener();
};

/** Resolves when somebody has signed in. */
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

/** For useSyncExternalStore. */
export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
