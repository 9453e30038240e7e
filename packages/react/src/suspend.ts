import type { Client } from '@bunting/client';

interface Wait {
  readonly promise: Promise<unknown>;
  isOver: boolean;
}

const maxMs = 1_000;
/** Outside of components, because React forgets the state of one that suspends before it was shown. */
const waits = new WeakMap<Client, Wait>();

/** Suspends the component that calls it until the client is ready, once for each client. */
export function suspendWhileLoading(client: Client): void {
  if (client.status !== 'loading') return;
  const wait = waits.get(client) ?? begin(client);
  // oxlint-disable-next-line typescript/only-throw-error -- this is how a component suspends in React 18 and 19
  if (!wait.isOver) throw wait.promise;
}

function begin(client: Client): Wait {
  const promise = client.ready({ timeoutMs: maxMs }).then(() => (wait.isOver = true));
  const wait: Wait = { promise, isOver: false };
  waits.set(client, wait);
  return wait;
}
