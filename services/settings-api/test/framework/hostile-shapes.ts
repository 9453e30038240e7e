import fc from 'fast-check';

/** This string is replaced by text that JSON.stringify would not write. */
export const raw: Record<string, string> = {
  '<too large>': '1e400',
  '<negative zero>': '-0',
  '<half a pair>': '"\\ud800"',
  '<NUL>': '"a\\u0000"',
  '<deep>': `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
};

const word = fc.constantFrom(
  ...Object.keys(raw),
  '',
  'a',
  'A',
  'checkout',
  'checkout-enabled',
  'off',
  'OFF',
  'canada',
  '__proto__',
  'constructor',
  'toString',
  'a'.repeat(101),
  'é',
  '10',
  ' ',
  '(?=x)',
  '(a+)+$',
  'x{1000}',
  '10.0.0.0/8',
  '::/0',
  '1.2.3',
  '2026-11-21T10:00:00Z',
);
const atom = fc.oneof(
  word,
  fc.constantFrom(null, true, false, 0, -1, 1.5, 2 ** 53),
  fc.string({ maxLength: 20 }),
);
/** Any JSON. */
export const json = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(word, tie('any'), { maxKeys: 3 }),
  ),
})).any;

/** Generates nearly valid values: mostly right, so that the checks after the first one are reached as well. */
const nearly = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: json });
const members = (model: Record<string, fc.Arbitrary<unknown>>, ...requiredKeys: string[]) =>
  fc
    .tuple(fc.record(model, { requiredKeys }), fc.dictionary(word, json, { maxKeys: 1 }), fc.nat(9))
    .map(([body, more, dice]) => (dice === 0 ? { ...more, ...body } : body));

const slug = nearly(fc.constantFrom('a', 'B', 'c.d', 'e_1', '0', 'checkout-layout', 'one-page', 'off'));
const name = nearly(fc.string({ minLength: 1, maxLength: 10 }));
const type = nearly(fc.constantFrom('boolean', 'number', 'string', 'json'));
const value = nearly(fc.oneof(fc.boolean(), fc.integer(), fc.string({ maxLength: 5 }), json));
const values = nearly(
  fc.dictionary(fc.constantFrom('a', 'B', 'checkout-enabled', 'checkout-layout', 'off', 'one-page'), value),
);
const isClient = nearly(fc.boolean());
const ofVariable = {
  client: isClient,
  description: nearly(fc.constantFrom('', 'x')),
  // Most constraints fit no value, and would refuse what other cases make.
  constraints: nearly(
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      {
        weight: 1,
        arbitrary: members({
          one_of: nearly(fc.array(json, { maxLength: 2 })),
          pattern: nearly(fc.constantFrom('', '(')),
          max_length: nearly(fc.nat(100)),
          integer: nearly(fc.boolean()),
          schema: nearly(
            members({
              type: nearly(fc.constantFrom('object', 'string')),
              anyOf: nearly(fc.array(json, { maxLength: 2 })),
              $ref: nearly(fc.constantFrom('#', '#/anyOf/0')),
              pattern: json,
              not: json,
              properties: json,
              enum: json,
            }),
          ),
        }),
      },
    ),
  ),
};
const variable = nearly(members({ slug, type, client: isClient }, 'slug', 'type'));
const variation = nearly(members({ slug, name, values }, 'slug'));
const condition = nearly(
  members(
    {
      property: nearly(
        fc.constantFrom('email', 'custom', 'app_version', 'ip_address', 'audience', 'country', 'segment'),
      ),
      custom_key: nearly(fc.constantFrom('x', 'constructor', '__proto__')),
      operator: nearly(
        fc.constantFrom('is', 'exists', 'matches', 'gt', 'semver_gt', 'before', 'in_cidr', 'contains_any'),
      ),
      values: nearly(fc.array(atom, { minLength: 1, maxLength: 3 })),
      ignore_case: nearly(fc.boolean()),
    },
    'property',
    'operator',
    'values',
  ),
);
const any_of = nearly(
  fc.array(
    nearly(members({ all_of: nearly(fc.array(condition, { minLength: 1, maxLength: 2 })) }, 'all_of')),
    {
      maxLength: 2,
    },
  ),
);
const status = nearly(fc.constantFrom('live', 'complete', 'archived'));
const isProtected = nearly(fc.boolean());
const keyKind = nearly(fc.constantFrom('server', 'client', 'datafile'));
const origin = nearly(fc.constantFrom('*', 'https://a.example', 'HTTPS://*.A.example:443', 'http://[::1]'));
const forClients = {
  allowed_origins: nearly(fc.array(origin, { maxLength: 3 })),
  require_signed_users: isProtected,
  datafile_personal_data: isProtected,
};

const text = nearly(fc.string({ maxLength: 5 }));
const day = nearly(fc.constantFrom('2026-12-01', '2026-02-30', null));
const metadata = {
  kind: nearly(fc.constantFrom('release', 'kill_switch')),
  tags: nearly(fc.array(slug, { maxLength: 2 })),
  owners: nearly(fc.array(nearly(fc.constantFrom('a@b.example', '@a', ' ')), { maxLength: 2 })),
  links: nearly(
    fc.array(nearly(members({ title: text, url: nearly(fc.webUrl()) }, 'url')), { maxLength: 2 }),
  ),
  permanent: isProtected,
  expected_until: day,
  snoozed_until: day,
  manager: text,
};
const patterns = fc.constantFrom('', '.', '(');
// Another text would be a pattern that fits few slugs, and refuse what later cases make in the project.
const harmlessPattern = fc.oneof(
  { weight: 9, arbitrary: patterns },
  { weight: 1, arbitrary: json.filter((any) => typeof any !== 'string') },
);
const namingWith = (pattern: fc.Arbitrary<unknown>) =>
  nearly(members({ features: pattern, variables: pattern, hint: text }));

const days = nearly(fc.integer({ min: 1, max: 3_650 }));
const advice = nearly(
  members({
    unused_days: days,
    constant_days: days,
    lifetime_days: nearly(members({ release: days, operational: nearly(fc.constant(null)) })),
    environments: nearly(fc.constantFrom(null, ['staging'], ['nowhere'], ['Staging', 'staging'])),
  }),
);

/** The project that the bodies are about. */
export const web = '/organisations/acme/projects/web';
/** A feature of it. */
export const checkout = `${web}/features/checkout`;
/** For each route with a body: bodies of which most parts are right. */
export const bodies: [method: string, path: string, body: fc.Arbitrary<unknown>][] = [
  [
    'POST',
    '/organisations/acme/projects',
    members({ slug, name, client_by_default: isClient, naming: namingWith(nearly(patterns)) }, 'slug'),
  ],
  ['PATCH', web, members({ name, client_by_default: isClient, naming: namingWith(harmlessPattern), advice })],
  ['POST', `${web}/environments`, members({ slug, name, protected: isProtected, ...forClients }, 'slug')],
  ['PATCH', `${web}/environments/staging`, members({ name, protected: isProtected, ...forClients })],
  ['POST', `${web}/environments/staging/api-keys`, members({ name, kind: keyKind })],
  ['POST', `${web}/environments/staging/signing-secret`, members({})],
  ['POST', `${web}/segments`, members({ slug, name, any_of }, 'slug', 'any_of')],
  ['PUT', `${web}/segments/canada`, members({ name, any_of }, 'name', 'any_of')],
  [
    'POST',
    `${web}/features`,
    members(
      {
        slug,
        name,
        description: name,
        variables: nearly(fc.array(variable, { maxLength: 3 })),
        variations: nearly(fc.array(variation, { maxLength: 3 })),
      },
      'slug',
    ),
  ],
  ['PATCH', checkout, members({ name, description: name, status, ...metadata })],
  [
    'POST',
    `${checkout}/variables`,
    members(
      {
        slug,
        type: nearly(fc.constant('json')),
        ...ofVariable,
        values: nearly(fc.record({ off: value, 'one-page': value })),
      },
      'slug',
      'type',
      'values',
    ),
  ],
  [
    'PATCH',
    `${checkout}/variables/checkout-layout`,
    members({ slug: nearly(fc.constant('Checkout-Layout')), ...ofVariable }),
  ],
  [
    'PATCH',
    `${checkout}/variations/one-page`,
    members({ slug: nearly(fc.constant('ONE-page')), name, values }),
  ],
  ['POST', `${web}/features/bare/variations`, variation],
];
