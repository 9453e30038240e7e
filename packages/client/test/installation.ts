import { createPool } from '@bunting/database';
import { startTestService, type ServiceProcess } from '@bunting/testing';
import { createFeature, createOrganisation } from '@bunting/testing/fixtures';
import { createTestInstallation } from '@bunting/testing/apps';
import { createClientIn } from '../src/create-client-in.ts';
import type { Client } from '../src/public/client.ts';
import type { BuntingError, ClientOptions } from '../src/public/options.ts';
import { startGateway, type Gateway } from './gateway.ts';
import { NodeEventSource } from './node-event-source.ts';

/** The client keys of the organisations of the document. */
export const keys = {
  shop: 'c0a7ac70-0000-8c11-8000-00000000bb01',
  oneUser: 'c0a7ac70-0000-8c11-8000-00000000bb02',
  suspended: 'c0a7ac70-0000-8c11-8000-00000000bb03',
};

const halves = [
  {
    name: 'Halves',
    any_of: [],
    serve: {
      split: [
        { variation: 'off', weight: 50 },
        { variation: 'on', weight: 50 },
      ],
    },
  },
];
const production = (defaults: object, rules: readonly object[] = []) => ({
  production: { defaults, targeting: { enabled: true, rules } },
});

/** Returns a document: `layout` is split in two for everybody, `banner` has the passed value. */
export const documentWith = (banner: 'on' | 'off', status: 'active' | 'suspended' = 'active') => ({
  organisations: [
    organisationWith(keys.shop, banner),
    organisationWith(keys.oneUser, banner, { mau_cap: 1 }),
    organisationWith(keys.suspended, banner, { status }),
  ],
});

function organisationWith(key: string, banner: string, parts: object = {}) {
  const features = [
    createFeature('banner', {
      variables: [{ slug: 'banner', type: 'boolean', client: true }],
      environments: production({ banner }),
    }),
    createFeature('secret'),
    createFeature('layout', {
      variables: [{ slug: 'layout', type: 'boolean', client: true }],
      environments: production({ layout: 'off' }, halves),
    }),
  ];
  const organisation = createOrganisation(`shop-${key.slice(-2)}`, key, features, parts);
  const [environment] = organisation.projects[0]!.environments as unknown as { api_keys: unknown[] }[];
  environment!.api_keys = [{ key, kind: 'client' }];
  return organisation;
}

/** Services behind one address, and clients in Node.js that use them. */
export interface ClientInstallation {
  readonly gateway: Gateway;
  /** The errors that clients reported. */
  readonly errors: BuntingError[];
  readonly apply: (document: object) => Promise<void>;
  readonly syncApi: ServiceProcess;
  readonly ingest: () => ServiceProcess;
  /** Starts ingest-api anew, which was killed. */
  readonly restartIngest: () => Promise<void>;
  readonly open: (options?: Partial<ClientOptions>) => Client;
  /** Method, path and status of the requests so far. */
  readonly seen: () => string[];
  readonly storedOf: (userKey: string) => Promise<StoredEvent[]>;
  /** Closes clients, and forgets what was. */
  readonly reset: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface StoredEvent {
  readonly event: string;
  readonly variable: string;
  readonly variation: string;
  readonly verified: boolean;
}

/** Starts eval-api, ingest-api and sync-api, as processes behind one address. */
export async function startClientInstallation(): Promise<ClientInstallation> {
  const installation = await createTestInstallation('eval-api', documentWith('off'));
  const pool = createPool(installation.postgres.url);
  const env = {
    ...installation.env,
    CLIENT_ADDRESS_RATE_LIMIT_PER_MINUTE: '1000000',
    CLIENT_RATE_LIMIT_PER_MINUTE: '1000000',
    STREAM_MAX_PER_ADDRESS: '5000',
  };
  const processes = await Promise.all(
    ['eval-api', 'ingest-api', 'sync-api'].map((name) => startTestService(name, env)),
  );
  const [evalApi, firstIngest, syncApi] = processes as [ServiceProcess, ServiceProcess, ServiceProcess];
  let ingest = firstIngest;
  const gateway = await startGateway({
    '/v1/evaluations': evalApi.port,
    '/v1/events': ingest.port,
    '/v1/stream': syncApi.port,
  });
  const clients: Client[] = [];
  const errors: BuntingError[] = [];
  const { AbortController, crypto, console, fetch } = globalThis;
  const platform = {
    setTimeout,
    clearTimeout,
    AbortController,
    crypto,
    console,
    fetch,
    EventSource: NodeEventSource,
  };
  return {
    gateway,
    errors,
    apply: (document) => installation.apply(document),
    syncApi,
    ingest: () => ingest,
    async restartIngest() {
      ingest = await startTestService('ingest-api', env);
      processes.push(ingest);
      gateway.ports['/v1/events'] = ingest.port;
    },
    open(options = {}) {
      const onError = (error: BuntingError) => void errors.push(error);
      const client = createClientIn(platform, { url: gateway.url, key: keys.shop, onError, ...options });
      clients.push(client);
      return client;
    },
    seen: () => gateway.seen.map(({ method, path, status }) => `${method} ${path} ${status}`),
    async storedOf(userKey) {
      const { rows } = await pool.query<StoredEvent>(
        `SELECT event, variable.slug AS variable, variation.slug AS variation, evaluation_trace_verified AS verified
          FROM stored_event JOIN variable ON variable.id = variable_id JOIN variation ON variation.id = variation_id
          WHERE user_key = $1 ORDER BY stored_event.id`,
        [userKey],
      );
      return rows;
    },
    async reset() {
      gateway.decide = () => 'forward';
      await Promise.all(clients.splice(0).map((client) => client.close()));
      gateway.seen.splice(0);
      errors.splice(0);
    },
    async stop() {
      await gateway.stop();
      await pool.end();
      await Promise.all(processes.map((each) => each.stop('SIGKILL')));
      await installation.stop();
    },
  };
}
