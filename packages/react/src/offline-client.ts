import { createClient, type Client, type Evaluations } from '@bunting/client';

const initials = new WeakMap<Client, Client>();
let orphan: Client | undefined;

/**
 * Returns a client with the values that the client started from: a page hydrates with the values that the server
 * rendered.
 */
export function getInitialClient(client: Client): Client {
  let initial = initials.get(client);
  if (!initial) {
    initials.set(client, (initial = createOfflineClient(client.bootstrap)));
    // It listens to nothing, and can be read all the same.
    void initial.close();
  }
  return initial;
}

/** Returns a client that serves fallbacks, and logs why: no call throws in an application that forgot the provider. */
export function clientWithoutProvider(): Client {
  if (!orphan) {
    orphan = createOfflineClient();
    const { console } = globalThis as unknown as { console: { warn(message: string): void } };
    console.warn('Bunting: no BuntingProvider found; using fallbacks');
  }
  return orphan;
}

function createOfflineClient(bootstrap?: Evaluations): Client {
  return createClient({
    url: 'https://offline.invalid',
    key: '00000000-0000-8c11-8000-000000000000',
    offline: true,
    storage: false,
    ...(bootstrap && { bootstrap }),
  });
}
