/** Local evaluation sees what JSON makes of a user: the service and the local client give the same, whatever a member is. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@bunting/testing';
import { createFeature, createOrganisation } from '@bunting/testing/fixtures';
import { usersWith, unwritableValues, writableValues } from '@bunting/testing/json-values';
import { createServerClient, type Details, type ServerClient, type User } from '../src/index.ts';
import { createLocalClient, type LocalClient } from '../src/local.ts';
import { startInstallation, type Installation } from './installation.ts';

const keys = {
  asked: { server: 'c1a55e00-0000-4000-8000-00000000d001', datafile: 'c1a55e00-0000-8da7-8000-00000000d002' },
  requested: { server: 'c1a55e00-0000-4000-8000-00000000d003' },
  counted: { datafile: 'c1a55e00-0000-8da7-8000-00000000d004' },
};

const operands: Readonly<Record<string, readonly (string | number)[]>> = {
  is: ['42', 'a', 'ca', 'pro', 'true'],
  is_not: ['42', 'a'],
  contains: ['4'],
  not_contains: ['a'],
  ends_with: ['@acme.example'],
  matches: ['^[a-z]+$'],
  eq: [42, 10, 0],
  neq: [5],
  gt: [9],
  lte: [10],
  semver_gte: ['1.0.0'],
  before: ['2027-01-01'],
  after: ['2026-06-01'],
  in_cidr: ['10.0.0.0/8'],
  contains_any: ['beta', 42],
  contains_all: ['a', 'beta'],
  contains_none: ['x', 'beta'],
};
const operatorsOf: Readonly<Record<string, readonly string[]>> = {
  custom: ['exists', 'not_exists', ...Object.keys(operands).filter((operator) => operator !== 'in_cidr')],
  user_id: ['exists', 'is', 'is_not', 'contains', 'matches'],
  email: ['exists', 'is_not', 'ends_with'],
  organisation_id: ['exists', 'is', 'not_contains'],
  ip_address: ['exists', 'in_cidr'],
  app_version: ['exists', 'semver_gte'],
  platform: ['not_exists', 'is'],
  country: ['exists', 'is'],
  audience: ['exists', 'not_exists', 'contains_any', 'contains_all', 'contains_none'],
};

function ruleFeature(slug: string, rule: object) {
  const rules = [{ name: 'Rule', any_of: [], ...rule }];
  const production = { defaults: { [slug]: 'off' }, targeting: { enabled: true, rules } };
  return createFeature(slug, { environments: { production } });
}

function conditionFeature(property: string, operator: string) {
  const custom = property === 'custom' && { custom_key: 'plan' };
  const values = operands[operator];
  const condition = { property, ...custom, operator, ...(values && { values }) };
  const slug = `${property}-${operator}`.replaceAll('_', '-');
  return ruleFeature(slug, { any_of: [{ all_of: [condition] }], serve: { variation: 'on' } });
}

const half = { split: ['on', 'off'].map((variation) => ({ variation, weight: 50 })) };
const splitFeature = (property: string | undefined) =>
  ruleFeature(`split-${(property ?? 'user').replaceAll(/[_.]/g, '-')}`, {
    serve: { ...half, ...(property && { bucket_by: [property] }) },
  });

const features = [
  ...Object.entries(operatorsOf).flatMap(([property, operators]) =>
    operators.map((operator) => conditionFeature(property, operator)),
  ),
  ...[undefined, 'email', 'organisation_id', 'country', 'custom.plan'].map(splitFeature),
];
const names = features.map(({ slug }) => slug);

let installation: Installation;
let remote: ServerClient;
let local: LocalClient;
const errors: string[] = [];
const onError = ({ code, message }: { code: string; message: string }) =>
  void errors.push(`${code}: ${message}`);
beforeAll(async () => {
  installation = await startInstallation({
    organisations: Object.entries(keys).map(([slug, of]) =>
      createOrganisation(slug, of, features, { plan: 'enterprise' }),
    ),
  });
  const { url } = installation;
  remote = createServerClient({ url, key: keys.asked.server, timeoutMs: 60_000, onError });
  local = createLocalClient({ url, key: keys.asked.datafile, onError });
  expect(await local.ready({ timeoutMs: 60_000 })).toBe('ready');
});
afterAll(async () => {
  await Promise.all([remote.close(), local.close()]);
  await installation.stop();
});

/** Returns the details of all variables. */
async function read(of: (name: string) => Details<boolean> | Promise<Details<boolean>>) {
  const details = await Promise.all(names.map(async (name) => [name, await of(name)] as const));
  return Object.fromEntries(
    details.map(([name, { value, variation, reason, feature, error }]) => [
      name,
      { value, variation, reason, feature, error },
    ]),
  );
}

async function readAll(makeUser: () => User) {
  const asked = remote.forUser(makeUser());
  const known = local.forUser(makeUser());
  return {
    asked: await read((name) => asked.details(name, false)),
    known: await read((name) => known.details(name, false)),
    once: await read((name) => local.details(name, false, makeUser())),
    values: names.map((name) => local.value(name, false, makeUser())),
  };
}

/** Different texts and numbers among the values, an address that stands beside some, and nobody. */
const leastIdentities = 15;

const positions = Object.entries(usersWith);
const userAt = (position: keyof typeof usersWith, value: unknown) => usersWith[position](value) as User;

describe('a user with a value that JSON can write', () => {
  it.each(positions.map(([position]) => position as keyof typeof usersWith))(
    'in %s is for the local client whom the service reads',
    async (position) => {
      for (const [what, make] of Object.entries(writableValues)) {
        const { asked, known, once, values } = await readAll(() => userAt(position, make()));
        expect([what, known]).toEqual([what, asked]);
        expect([what, once]).toEqual([what, asked]);
        // For one value at once a plain object is not copied.
        if (what !== 'an object with a hidden member') {
          expect([what, values]).toEqual([what, names.map((name) => asked[name]!.value)]);
        }
        expect([what, asked[names[0]!]!.error]).toEqual([what, undefined]);
      }
      expect(errors).toEqual([]);
    },
  );

  it('is the same monthly user', async () => {
    // Users with longer names are not counted.
    const { 'a text beyond the limit of conditions': _, ...values } = writableValues;
    const users = Object.values(values).flatMap((make) =>
      [usersWith.id, usersWith['id beside an address'], usersWith.email].map(
        (placed) => () => placed(make()) as User,
      ),
    );
    const { url } = installation;
    const asking = createServerClient({ url, key: keys.requested.server, timeoutMs: 60_000, onError });
    const counting = createLocalClient({ url, key: keys.counted.datafile, onError });
    await counting.ready({ timeoutMs: 60_000 });
    for (const user of users) {
      await asking.value(names[0]!, false, user());
      counting.value(names[0]!, false, user());
    }
    await Promise.all([asking.close(), counting.close()]);
    const counts = () => Promise.all(['requested', 'counted'].map((slug) => installation.monthlyUsers(slug)));
    await until(async () => (await counts()).every((count) => count >= leastIdentities));
    const [asked, counted] = await counts();
    expect(counted).toBe(asked);
    expect(errors).toEqual([]);
  });
});

describe('a user with a value that JSON cannot write', () => {
  it.each(positions.map(([position]) => position as keyof typeof usersWith))(
    'in %s has fallbacks of both clients',
    async (position) => {
      for (const [what, make] of Object.entries(unwritableValues)) {
        const { asked, known, once, values } = await readAll(() => userAt(position, make()));
        const fallbacks = names.map((name) => [
          name,
          { value: false, variation: null, reason: null, feature: null, error: 'not_loaded' },
        ]);
        for (const details of [asked, known, once]) {
          expect([what, details]).toEqual([what, Object.fromEntries(fallbacks)]);
        }
        expect([what, values]).toEqual([what, names.map(() => false)]);
      }
    },
  );
});
