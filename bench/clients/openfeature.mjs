// The cost of our OpenFeature providers beside the in-memory provider of OpenFeature's own SDKs: nanoseconds of a processor for `getBooleanDetails`
// of a flag with one rule, by the SDK for servers (over the local client) and by that for pages. Turns of both providers alternate; the figure is the
// difference of their medians. It also runs alone: `node bench/clients/openfeature.mjs` after `npm run build`.
import { fileURLToPath } from 'node:url';

const packages = new URL('../../packages/', import.meta.url);
const sdkOf = (name) =>
  import(new URL(`openfeature/node_modules/@openfeature/${name}/dist/esm/index.js`, packages));
const { BuntingServerProvider } = await import(new URL('openfeature/dist/esm/server.js', packages));
const { BuntingWebProvider } = await import(new URL('openfeature/dist/esm/web.js', packages));
const { createLocalClient } = await import(new URL('node/dist/esm/local.js', packages));

const rounds = Number(process.env.ROUNDS ?? 31);
const turn = 20_000;

const user = {
  targetingKey: 'user-7',
  email: 'jo@acme.example',
  country: 'CA',
  appVersion: '4.2.0',
  plan: 'pro',
};
const url = 'http://bunting.example';
const result = {
  key: 'flag',
  value: true,
  variation: 'on',
  reason: 'targeting_rule_matched',
  feature: 'flag',
};
/** One rule: the country is CA. */
const feature = {
  id: 'f',
  slug: 'flag',
  status: 'live',
  salt: 'a1b2c3d4',
  variables: [{ id: 'v', slug: 'flag', default_variation: 'off' }],
  variations: [
    { id: 'off', slug: 'off', values: [false] },
    { id: 'on', slug: 'on', values: [true] },
  ],
  targeting: {
    enabled: true,
    rules: [
      {
        name: 'Canada',
        any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }],
        serve: { variation: 'on' },
      },
    ],
  },
  overrides: {},
};
const inMemory = {
  flag: {
    variants: { on: true, off: false },
    defaultVariant: 'off',
    disabled: false,
    contextEvaluator: ({ country }) => (country === 'CA' ? 'on' : 'off'),
  },
};

/** Prints a table, and resolves with the figures. */
export async function measure() {
  const { server, web } = await startSides();
  const sides = {
    'server, in-memory': () => turnOnServer(server['in-memory']),
    'server, bunting': () => turnOnServer(server.bunting),
    'web, in-memory': () => turnOnPage(web['in-memory']),
    'web, bunting': () => turnOnPage(web.bunting),
  };
  const taken = Object.fromEntries(Object.keys(sides).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(sides)) taken[name].push(await run());
  }
  const medians = Object.fromEntries(Object.entries(taken).map(([name, times]) => [name, median(times)]));
  console.log('\nOne evaluation through OpenFeature’s SDK, median');
  for (const [name, ns] of Object.entries(medians))
    console.log(`  ${name.padEnd(34)}${ns.toFixed(0).padStart(8)} ns`);
  const overheads = ['server', 'web'].map((kind) => ({
    name: kind === 'web' ? 'web_provider_overhead' : 'provider_overhead',
    value: (medians[`${kind}, bunting`] - medians[`${kind}, in-memory`]) / 1_000,
    unit: 'us',
    digits: 2,
  }));
  for (const { name, value } of overheads)
    console.log(`  ${name.padEnd(34)}${value.toFixed(2).padStart(8)} µs`);
  return overheads;
}

/** Starts clients of both SDKs, each with its own provider and domain. */
async function startSides() {
  const servers = await sdkOf('server-sdk');
  const pages = await sdkOf('web-sdk');
  const datafile = {
    version: 1,
    since: null,
    environment: 'production',
    project: 'shop',
    organisation: 'acme',
    fragments: [{ kind: 'feature', id: 'f', document: feature }],
  };
  const local = createLocalClient({
    url,
    key: 'c1a55e00-0000-8da7-8000-0000000000a3',
    stream: false,
    fetch: async (input) =>
      String(input).includes('/v1/datafile')
        ? Response.json(datafile)
        : Response.json({ monthly_active_users: {} }, { status: 202 }),
  });
  const page = new BuntingWebProvider({
    url,
    key: 'c1a55e00-0000-8c11-8000-0000000000a3',
    bootstrap: { version: 1, results: { flag: result } },
    offline: true,
  });
  await servers.OpenFeature.setProviderAndWait('in-memory', new servers.InMemoryProvider(inMemory));
  await servers.OpenFeature.setProviderAndWait('bunting', new BuntingServerProvider(local));
  await pages.OpenFeature.setProviderAndWait('in-memory', new pages.InMemoryProvider(inMemory), user);
  await pages.OpenFeature.setProviderAndWait('bunting', page, user);
  const clientsOf = ({ OpenFeature }) => ({
    'in-memory': OpenFeature.getClient('in-memory'),
    bunting: OpenFeature.getClient('bunting'),
  });
  const sides = { server: clientsOf(servers), web: clientsOf(pages) };
  for (const client of [...Object.values(sides.server), ...Object.values(sides.web)]) {
    const { value, reason } = await client.getBooleanDetails('flag', false, user);
    if (!value || reason !== 'TARGETING_MATCH') throw new Error(`An evaluation is ${value}, ${reason}.`);
  }
  return sides;
}

async function turnOnServer(client) {
  const before = process.cpuUsage();
  for (let n = 0; n < turn; n++) await client.getBooleanDetails('flag', false, user);
  return nanosecondsSince(before);
}

function turnOnPage(client) {
  const before = process.cpuUsage();
  for (let n = 0; n < turn; n++) client.getBooleanDetails('flag', false);
  return nanosecondsSince(before);
}

/** Returns processor time, so that neighbours on the machine count little. */
function nanosecondsSince(before) {
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1_000) / turn;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, value, unit, digits } of await measure())
    console.log(`figure ${name} ${value.toFixed(digits)} ${unit}`);
  process.exit(0);
}
