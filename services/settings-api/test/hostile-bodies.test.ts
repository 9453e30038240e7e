import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import fc from 'fast-check';
import { withEvaluator } from './evaluator.ts';
import { acmeToken, organisations } from './organisations.ts';
import { startApp, type RunningApp } from './running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  await send('POST', `${web}/features`, '{"slug": "bare"}');
});
afterAll(() => app.stop());

const key = '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f';

/** This string is replaced by text that JSON.stringify would not write. */
const raw: Record<string, string> = {
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
const json = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    atom,
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(word, tie('any'), { maxKeys: 3 }),
  ),
})).any;

/** Nearly a valid value: mostly right, so that the checks after the first one are reached as well. */
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
// A pattern that fits few slugs would refuse what other cases make.
const pattern = nearly(fc.constantFrom('', '.', '('));
const naming = nearly(members({ features: pattern, variables: pattern, hint: text }));

const web = '/organisations/acme/projects/web';
const checkout = `${web}/features/checkout`;
const bodies: [method: string, path: string, body: fc.Arbitrary<unknown>][] = [
  [
    'POST',
    '/organisations/acme/projects',
    members({ slug, name, client_by_default: isClient, naming }, 'slug'),
  ],
  ['PATCH', web, members({ name, client_by_default: isClient, naming })],
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
        client: isClient,
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
    members({ slug: nearly(fc.constant('Checkout-Layout')) }),
  ],
  [
    'PATCH',
    `${checkout}/variations/one-page`,
    members({ slug: nearly(fc.constant('ONE-page')), name, values }),
  ],
  ['POST', `${web}/features/bare/variations`, variation],
];

async function send(method: string, path: string, text?: string) {
  const headers = { Authorization: `Bearer ${acmeToken}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${app.port}/settings/v1${path}`, {
    method,
    headers,
    body: text ?? null,
  });
  return { status: answer.status, text: await answer.text() };
}

function toText(body: unknown): string {
  const text = JSON.stringify(body);
  return Object.entries(raw).reduce(
    (all, [name, written]) => all.replaceAll(JSON.stringify(name), written),
    text,
  );
}

describe('whatever the path', () => {
  it('the answer is only that nothing was found', async () => {
    const names = [
      '%00',
      'web%00',
      '%F0%9F%98%80',
      '..%2F..',
      '__proto__',
      'constructor',
      'a'.repeat(9_000),
      '%20',
      '%',
    ];
    const paths = names.flatMap((name) => [
      `/organisations/${name}/projects`,
      `/organisations/acme/projects/${name}`,
      `${web}/environments/${name}`,
      `${web}/environments/staging/api-keys/${name}`,
      `${web}/segments/${name}`,
      `${web}/features/${name}`,
      `${checkout}/variables/${name}`,
      `${checkout}/variations/${name}`,
    ]);
    const statuses = new Set<number>();
    for (const path of paths) {
      for (const method of ['GET', 'PATCH', 'DELETE']) {
        statuses.add((await send(method, path, method === 'PATCH' ? '{}' : undefined)).status);
      }
    }
    // 400: a percent sign that begins nothing; 405: no such method there.
    expect([400, 404, 405]).toEqual(expect.arrayContaining([...statuses]));
  });
});

describe('whatever the body', () => {
  const succeeded = new Map<string, number>();

  for (const [method, path, body] of bodies) {
    it(`${method} ${path} accepts it, or lists its problems`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof({ weight: 8, arbitrary: body }, { weight: 1, arbitrary: json }),
          async (any) => {
            const sent = toText(any);
            const answer = await send(method, path, sent);
            if (answer.status < 300) {
              succeeded.set(`${method} ${path}`, (succeeded.get(`${method} ${path}`) ?? 0) + 1);
              return;
            }
            // 404 is possible, because an earlier PATCH has renamed it.
            expect([400, 404, 409]).toContain(answer.status);
            const { error, code, details } = JSON.parse(answer.text) as Record<string, unknown>;
            expect(typeof error).toBe('string');
            if (code !== 'invalid') return;
            expect((details as unknown[]).length).toBeGreaterThan(0);
            for (const detail of details as object[]) {
              expect(detail).toEqual({ path: expect.any(String), message: expect.any(String) });
            }
          },
        ),
        { numRuns: 60 },
      );
    });
  }

  it('one that is too large is not read to its end', async () => {
    const body = `{"slug": "large", "name": "${'a'.repeat(1024 * 1024)}"}`;
    expect((await send('POST', `${web}/features`, body)).status).toBe(413);
  });

  it('what was stored meanwhile can be evaluated for every user', async () => {
    expect([...succeeded.keys()]).toEqual(bodies.map(([method, path]) => `${method} ${path}`));
    // Every segment in a rule of its own, so that its conditions are evaluated.
    const { rows: segments } = await app.pool.query<{ slug: string; name: string; any_of: unknown }>(
      `SELECT segment.slug, segment.name, any_of FROM segment JOIN project ON project.id = project_id WHERE project.slug = 'web'`,
    );
    const rules = segments.map(({ slug: segment }) => ({
      any_of: [{ all_of: [{ property: 'segment', operator: 'in_segment', values: [segment] }] }],
      serve: { variation: 'yes' },
    }));
    const feature = {
      slug: 'last',
      variables: [{ slug: 'last-variable', type: 'boolean' }],
      variations: [{ slug: 'yes', values: { 'last-variable': true } }],
      environments: { production: { targeting: { rules } } },
    };
    const project = { slug: 'web', environments: [{ slug: 'production' }], segments, features: [feature] };
    await applyDocument({ pool: app.pool }, { organisations: [{ slug: 'acme', projects: [project] }] });

    await withEvaluator(app, async (evaluator) => {
      const { rows: variables } = await app.pool.query<{ slug: string }>(
        'SELECT slug FROM variable WHERE deleted_at IS NULL',
      );
      const users = [
        {},
        { id: 'u', email: 'a@b.example', country: 'CA', app_version: '1.2.3', ip_address: '10.1.2.3' },
        { audience: ['a'], custom_data: { x: 'a', constructor: 1 } },
        { custom_data: JSON.parse('{"__proto__": {"x": 1}, "x": ["a"]}') as object },
      ];
      expect(variables.length).toBeGreaterThan(2);
      for (const { slug: asked } of variables) {
        for (const user of users) {
          const { reason } = await evaluator.evaluate(key, asked, user);
          expect(typeof reason).toBe('string');
        }
      }
    });
  });
});
