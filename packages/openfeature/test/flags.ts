import { until } from '@bunting/testing';
import { createFeature, createOrganisation } from '@bunting/testing/fixtures';
import type { Installation } from '../../node/test/installation.ts';

/** The data that the tests of this package ask for. */
export const keys = {
  server: 'c1a55e00-0000-4000-8000-00000000e001',
  client: 'c1a55e00-0000-8c11-8000-00000000e002',
  datafile: 'c1a55e00-0000-8da7-8000-00000000e003',
  /** A key of an organisation whose status the tests change. */
  changingServer: 'c1a55e00-0000-4000-8000-00000000e101',
  changingClient: 'c1a55e00-0000-8c11-8000-00000000e102',
  /** A key of an organisation whose keys are replaced. */
  oldServer: 'c1a55e00-0000-4000-8000-00000000e201',
  oldClient: 'c1a55e00-0000-8c11-8000-00000000e202',
  newServer: 'c1a55e00-0000-4000-8000-00000000e111',
  newClient: 'c1a55e00-0000-8c11-8000-00000000e112',
  unknown: 'c1a55e00-0000-8c11-8000-00000000ffff',
};

type Value = boolean | number | string | object;
const typeOf = (value: Value) => (typeof value === 'object' ? 'json' : typeof value);

/** Returns a flag of OpenFeature's scenarios: its variations by name, of which the first is the default. */
function flagOf(slug: string, values: Readonly<Record<string, Value>>, targeting?: object) {
  const [first] = Object.entries(values) as [[string, Value]];
  return createFeature(slug, {
    variables: [{ slug, type: typeOf(first[1]), client: true }],
    variations: Object.entries(values).map(([name, value]) => ({
      slug: name,
      name,
      values: { [slug]: value },
    })),
    environments: {
      production: {
        defaults: { [slug]: first[0] },
        ...(targeting && { targeting: { enabled: true, ...targeting } }),
      },
    },
  });
}

/** Serves a variation where all conditions hold. */
const serving = (variation: string, ...conditions: readonly object[]) => ({
  rules: [
    { name: 'Rule', any_of: conditions.length > 0 ? [{ all_of: conditions }] : [], serve: { variation } },
  ],
});
const isOne = (property: string, value: string) => ({ property, operator: 'is', values: [value] });
const isCustom = (key: string, value: string) => ({
  property: 'custom',
  custom_key: key,
  operator: 'is',
  values: [value],
});
const ballmer = serving('zero', isOne('email', 'ballmer@macrosoft.com'));
const pictures = { showImages: true, title: 'Check out these pics!', imagesPerPage: 100 };
/** Nobody is served anything. */
const disabled = { enabled: false, rules: [] };

const scenarioFlags = [
  flagOf('boolean-flag', { on: true, off: false }),
  flagOf('string-flag', { greeting: 'hi', parting: 'bye' }),
  flagOf('integer-flag', { ten: 10, one: 1 }),
  flagOf('float-flag', { half: 0.5, tenth: 0.1 }),
  flagOf('object-flag', { template: pictures, empty: {} }),
  flagOf('boolean-zero-flag', { zero: false }),
  flagOf('string-zero-flag', { zero: '' }),
  flagOf('integer-zero-flag', { zero: 0 }),
  flagOf('object-zero-flag', { zero: {} }),
  flagOf('large-integer-flag', { 'max-int32': 2_147_483_647 }),
  flagOf('huge-integer-flag', { 'max-safe': Number.MAX_SAFE_INTEGER }),
  flagOf('boolean-targeted-zero-flag', { 'not-zero': true, zero: false }, ballmer),
  flagOf('string-targeted-zero-flag', { 'not-zero': 'str', zero: '' }, ballmer),
  flagOf('integer-targeted-zero-flag', { 'not-zero': 1, zero: 0 }, ballmer),
  flagOf('object-targeted-zero-flag', { 'not-zero': { a: 1 }, zero: {} }, ballmer),
  flagOf(
    'context-aware',
    { external: 'EXTERNAL', internal: 'INTERNAL' },
    serving(
      'internal',
      isCustom('fn', 'Sulisław'),
      isCustom('ln', 'Świętopełk'),
      { property: 'custom', custom_key: 'age', operator: 'gte', values: [29] },
      isCustom('customer', 'false'),
    ),
  ),
  flagOf(
    'targeting-key-flag',
    { miss: 'miss', hit: 'hit' },
    serving('hit', isOne('user_id', '5c3d8535-f81a-4478-a6d3-afaa4d51199e')),
  ),
  flagOf('disabled-boolean-flag', { on: true }, disabled),
  flagOf('disabled-string-flag', { greeting: 'hi' }, disabled),
  flagOf('disabled-integer-flag', { ten: 10 }, disabled),
];

/** A split of everybody by buckets. */
const layout = flagOf(
  'checkout-layout',
  { classic: 'classic', 'one-page': 'one-page' },
  {
    rules: [
      {
        name: 'Halves',
        any_of: [],
        serve: {
          split: [
            { variation: 'classic', weight: 50 },
            { variation: 'one-page', weight: 50 },
          ],
        },
      },
    ],
  },
);
const welcome = flagOf(
  'welcome',
  { plain: 'Hello', french: 'Bonjour' },
  serving('french', isOne('country', 'FR')),
);
const bannerOf = (banner: 'on' | 'off') =>
  createFeature('banner', {
    variables: [{ slug: 'banner', type: 'boolean', client: true }],
    environments: { production: { defaults: { banner } } },
  });

function withKeys<T extends ReturnType<typeof createOrganisation>>(
  organisation: T,
  apiKeys: readonly unknown[],
): T {
  Object.assign(organisation.projects[0]!.environments[0]!, { api_keys: apiKeys });
  return organisation;
}
const clientKey = (key: string) => ({ key, kind: 'client' });

const shop = (banner: 'on' | 'off') =>
  withKeys(createOrganisation('shop', keys.server, [...scenarioFlags, layout, welcome, bannerOf(banner)]), [
    keys.server,
    clientKey(keys.client),
    { key: keys.datafile, kind: 'datafile' },
  ]);

const changing = (status: string) =>
  withKeys(createOrganisation('changing', keys.changingServer, [bannerOf('on')], { status }), [
    keys.changingServer,
    clientKey(keys.changingClient),
  ]);

/** Keys that it does not have are revoked for ever. */
const rotating = (...apiKeys: readonly [server: string, client: string]) =>
  withKeys(createOrganisation('rotating', apiKeys[0], [bannerOf('on')]), [apiKeys[0], clientKey(apiKeys[1])]);
export const rotated = { prune: true, organisations: [rotating(keys.newServer, keys.newClient)] };

/** Returns the document with the parts that tests change and restore. */
export const createDocument = ({
  banner = 'on',
  status = 'active',
}: { banner?: 'on' | 'off'; status?: string } = {}) => ({
  organisations: [shop(banner), changing(status)],
});
export const wholeDocument = {
  organisations: [...createDocument().organisations, rotating(keys.oldServer, keys.oldClient)],
};

/** Undoes what a test has changed, and waits until that is served. */
export async function restore(installation: Installation): Promise<void> {
  await installation.apply(createDocument());
  const isOn = async (key: string) => {
    const answer = await fetch(`${installation.url}/v1/variables/banner`, {
      method: 'POST',
      headers: { 'X-API-Key': key },
      body: '{}',
    });
    return ((await answer.json()) as { value?: unknown }).value === true;
  };
  await until(async () => (await isOn(keys.server)) && (await isOn(keys.changingServer)));
}
