/** Every service that `npm start` runs. A new service is added here and nowhere else in this folder. */
export interface Service {
  readonly name: string;
  /** The environment variable of its port, and the default. */
  readonly portVariable: string;
  readonly defaultPort: number;
  /** The paths that the gateway routes to it: the path itself and, unless `exact`, everything below it. */
  readonly paths: readonly {
    readonly path: string;
    readonly exact?: boolean;
    /** The page that browsers get at an address that no path names. */
    readonly isNotFoundPage?: boolean;
  }[];
}

export const services: readonly Service[] = [
  {
    name: 'eval-api',
    portVariable: 'EVAL_API_PORT',
    defaultPort: 8081,
    paths: [
      { path: '/v1/variables' },
      { path: '/v1/evaluations' },
      { path: '/ofrep' },
      { path: '/health', exact: true },
    ],
  },
  {
    name: 'ingest-api',
    portVariable: 'INGEST_API_PORT',
    defaultPort: 8082,
    paths: [{ path: '/v1/events' }, { path: '/v1/usage', exact: true }],
  },
  {
    name: 'coderefs-api',
    portVariable: 'CODEREFS_API_PORT',
    defaultPort: 8083,
    paths: [{ path: '/v1/code-references' }, { path: '/v1/types', exact: true }],
  },
  {
    name: 'settings-api',
    portVariable: 'SETTINGS_API_PORT',
    defaultPort: 8084,
    paths: [{ path: '/settings' }],
  },
  {
    name: 'sync-api',
    portVariable: 'SYNC_API_PORT',
    defaultPort: 8087,
    paths: [
      { path: '/v1/stream', exact: true },
      { path: '/v1/datafile', exact: true },
    ],
  },
  {
    name: 'console',
    portVariable: 'CONSOLE_PORT',
    defaultPort: 8086,
    paths: [
      { path: '/', exact: true },
      { path: '/o' },
      { path: '/account' },
      { path: '/sign-in' },
      { path: '/sign-up' },
      { path: '/invitations' },
      { path: '/password-resets' },
      { path: '/assets' },
      { path: '/docs' },
      { path: '/not-found', exact: true, isNotFoundPage: true },
    ],
  },
  // Sends webhooks. Only operators send requests to it, on its own port.
  { name: 'webhook-dispatcher', portVariable: 'WEBHOOK_DISPATCHER_PORT', defaultPort: 8085, paths: [] },
];
