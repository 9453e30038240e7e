import { createClient, type Client, type Evaluations } from '@bunting/client';

const initials = new WeakMap<Client, Client>();
let orphan: Client | undefined;

/** What a client was given to start from, as a client: a page takes over what a server has rendered of that. */
export function initialOf(client: Client): Client {
  let initial = initials.get(client);
  if (!initial) {
    initials.set(client, (initial = createOfflineClient(client.bootstrap)));
    // It listens to nothing, and can be read all the same.
    void initial.close();
  }
  return initial;
}

/** Nothing that an application calls throws: where it forgot the provider, variables are their fallbacks and the console says why. */
export function clientWithoutProvider(): Client {
  if (!orphan) {
    orphan = createOfflineClient();
    const { console } = globalThis as unknown as { console: { warn(message: string): void } };
    console.warn('Bunting: without a BuntingProvider variables are their fallbacks');
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
