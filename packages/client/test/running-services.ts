import { createPool } from '@bunting/database';
import { featureOf, organisationOf, type ServiceProcess } from '@bunting/testing';
import { createTestInstallation } from '@bunting/testing/apps';
import { startGateway, type Gateway } from './gateway.ts';

/** A client key and a server key of the same environment. */
export const keys = {
  client: 'c0a7ac70-0000-8c11-8000-00000000bb01',
  server: 'c0a7ac70-0000-4000-8000-00000000bb02',
};

/** eval-api, ingest-api and sync-api, as processes behind one address. */
export interface RunningServices {
  readonly gateway: Gateway;
  readonly syncApi: ServiceProcess;
  /** Changes what `banner` serves. */
  serve(banner: 'on' | 'off'): Promise<void>;
  /** The events of a user, in their order. */
  storedOf(userKey: string): Promise<readonly StoredEvent[]>;
  stop(): Promise<void>;
}

/** An event in the database. */
export interface StoredEvent {
  readonly event: string;
  readonly variable: string;
  readonly variation: string;
  readonly verified: boolean;
}

/** Starts them. `banner` is off for everybody. */
export async function startServices(): Promise<RunningServices> {
  const installation = await createTestInstallation('eval-api', documentWith('off'));
  const pool = createPool(installation.postgres.url);
  const [evalApi, ingestApi, syncApi] = await Promise.all([
    installation.start(),
    installation.startOther('ingest-api'),
    installation.startOther('sync-api'),
  ]);
  const gateway = await startGateway({
    '/v1/evaluations': evalApi.port,
    '/v1/events': ingestApi.port,
    '/v1/stream': syncApi.port,
  });
  return {
    gateway,
    syncApi,
    serve: (banner) => installation.apply(documentWith(banner)),
    async storedOf(userKey) {
      const { rows } = await pool.query<StoredEvent>(
        `SELECT event, variable.slug AS variable, variation.slug AS variation, evaluation_trace_verified AS verified
          FROM stored_event JOIN variable ON variable.id = variable_id JOIN variation ON variation.id = variation_id
          WHERE user_key = $1 ORDER BY stored_event.id`,
        [userKey],
      );
      return rows;
    },
    async stop() {
      await gateway.stop();
      await pool.end();
      await installation.stop();
    },
  };
}

/** `layout` is split in two for everybody, `banner` serves one variation to everybody, `secret` is no client variable. */
function documentWith(banner: 'on' | 'off'): object {
  const split = [
    { variation: 'off', weight: 50 },
    { variation: 'on', weight: 50 },
  ];
  const features = [
    featureOf('banner', {
      variables: [{ slug: 'banner', type: 'boolean', client: true }],
      environments: { production: { defaults: { banner } } },
    }),
    featureOf('secret'),
    featureOf('layout', {
      variables: [{ slug: 'layout', type: 'boolean', client: true }],
      environments: {
        production: {
          defaults: { layout: 'off' },
          targeting: { enabled: true, rules: [{ name: 'Halves', any_of: [], serve: { split } }] },
        },
      },
    }),
  ];
  const production = {
    slug: 'production',
    name: 'Production',
    api_keys: [keys.server, { key: keys.client, kind: 'client' }],
  };
  const project = { slug: 'web', name: 'Web', environments: [production], features };
  return { organisations: [organisationOf('shop', '', [], { projects: [project] })] };
}
