import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readTypes, typesLimits } from '../src/types/read-types.ts';
import { environmentKey, organisations, tokens } from './organisations.ts';
import { ask, listTypes } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';

const long = 'x'.repeat(10_000);
const oddObject: unknown = JSON.parse('{"columns":[1,null],"__proto__":1}');
const odd = 'quotes " and \\ and \u2028 and ü';

/** A variable of each type, of features of each status. The slugs are not in the order of code points. */
const typed = {
  slug: 'typed',
  name: 'Typed',
  features: [
    {
      slug: 'checkout',
      name: 'Checkout',
      variables: [
        { slug: 'steps', type: 'number', client: true },
        { slug: 'a_b', type: 'boolean' },
        { slug: 'a-b', type: 'string', client: true },
        { slug: 'a.b', type: 'json' },
        { slug: '10', type: 'string' },
      ],
      variations: [
        ['one', 3, true, 'one-page', oddObject, long],
        ['two', 2.5, true, 'classic', [], `${long}y`],
        ['three', 3, false, odd, 0, long],
      ].map(([slug, steps, a_b, text, json, ten]) => ({
        slug,
        values: { steps, a_b, 'a-b': text, 'a.b': json, 10: ten },
      })),
    },
    { slug: 'plain', name: 'Plain', variables: [{ slug: 'without-values', type: 'json' }] },
    ...['complete', 'archived', 'deleted'].map((status) => ({
      slug: status,
      name: status,
      status,
      variables: [{ slug: status, type: 'boolean' }],
    })),
  ],
};
const [acme, ...others] = organisations.organisations as { projects: object[] }[];
const document = { organisations: [{ ...acme, projects: [...acme!.projects, typed] }, ...others] };

const without = (key: string, type: string, client = false, feature = 'checkout') => ({
  key,
  type,
  feature,
  client,
});
const variables = [
  without('10', 'string'),
  without('a-b', 'string', true),
  without('a.b', 'json'),
  without('a_b', 'boolean'),
  without('complete', 'boolean', false, 'complete'),
  without('steps', 'number', true),
  without('without-values', 'json', false, 'plain'),
];

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document });
});
afterAll(() => app.stop());

describe('GET /v1/types (decisions §8.6)', () => {
  const keysOf = async (query: string) => {
    const { body } = await listTypes(app, query);
    return (body as { variables: { key: string }[] }).variables.map(({ key }) => key);
  };

  it('lists each variable as key, type, feature and client, and without values', async () => {
    const { status, headers, body } = await listTypes(app, '?project=typed');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(body).toEqual({ variables });
    for (const variable of (body as { variables: object[] }).variables) {
      expect(Object.keys(variable)).toEqual(['key', 'type', 'feature', 'client']);
    }
  });

  it('lists them by code points', async () => {
    const keys = await keysOf('?project=typed');
    expect(keys).toEqual(keys.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
    expect(keys.slice(0, 4)).toEqual(['10', 'a-b', 'a.b', 'a_b']);
  });

  it.each(['archived', 'deleted'])('lists none of %s features', async (status) => {
    expect(await keysOf('?project=typed')).not.toContain(status);
    expect(await keysOf('?project=typed&include=values')).not.toContain(status);
  });

  it('lists those of complete features', async () => {
    expect(await keysOf('?project=typed')).toContain('complete');
  });

  it('answers the same bytes to the same question', async () => {
    const ask = async () => JSON.stringify((await listTypes(app, '?project=typed&include=values')).body);
    expect(await ask()).toBe(await ask());
  });

  it('adds the different values of the variations on request, by the code points of their JSON', async () => {
    const { body } = await listTypes(app, '?project=typed&include=values');
    const values: Record<string, unknown> = Object.fromEntries(
      (body as { variables: { key: string; values?: unknown }[] }).variables.map((one) => [
        one.key,
        one.values,
      ]),
    );
    expect(values).toEqual({
      // More than 16 KiB: left out.
      10: undefined,
      'a-b': ['classic', 'one-page', odd],
      'a.b': [0, [], oddObject],
      a_b: [false, true],
      complete: [],
      steps: [2.5, 3],
      'without-values': [],
    });
    expect(JSON.stringify(body)).not.toContain(long);
  });

  it('leaves out the values of deleted variations', async () => {
    await app.pool.query(`UPDATE variation SET deleted_at = now() WHERE slug = 'two'`);
    const { body } = await listTypes(app, '?project=typed&include=values');
    await app.pool.query(`UPDATE variation SET deleted_at = NULL WHERE slug = 'two'`);
    const { variables: listed } = body as { variables: { key: string }[] };
    expect(listed.find(({ key }) => key === 'steps')).toMatchObject({ values: [3] });
  });

  it.each(['?project=TYPED', '?other=1&project=typed', '?project=t%79ped', '?project=typed&include=more'])(
    'takes %s for typed',
    async (query) => {
      expect((await listTypes(app, query)).body).toEqual({ variables });
    },
  );

  it('lists nothing for a project without variables', async () => {
    for (const query of ['?project=empty', '?project=empty&include=values']) {
      expect(await listTypes(app, query)).toMatchObject({ status: 200, body: { variables: [] } });
    }
  });

  it.each(['', '?project=', '?project=%20'])(
    '400 where the project is missing or blank: %j',
    async (query) => {
      const expected = { status: 400, body: { error: '"project" field is required.' } };
      expect(await listTypes(app, query)).toMatchObject(expected);
    },
  );

  it('400 where the project holds NUL', async () => {
    expect(await listTypes(app, '?project=typ%00ed')).toMatchObject({ status: 400 });
  });

  it.each([
    ['does not exist', '?project=nothing', tokens.acme],
    ['another organisation has', '?project=typed', tokens.rival],
  ])('404 for a project that %s', async (_, query, token) => {
    const answered = await listTypes(app, query, { token });
    expect(answered).toMatchObject({ status: 404, body: { error: 'Unknown project.' } });
  });

  it.each([null, 'nonsense', 'rpa_unknown', tokens.revoked, environmentKey])(
    '401 with the token %j, before the project is looked at',
    async (token) => {
      const expected = { status: 401, body: { error: 'Invalid or missing API token.' } };
      expect(await listTypes(app, '', { token })).toMatchObject(expected);
    },
  );

  it('401 with a token that has not the scope code_references', async () => {
    const expected = { status: 401, body: { error: 'Invalid or missing API token.' } };
    const query = '?project=typed';
    expect(await listTypes(app, query, { token: tokens.settingsOnly })).toMatchObject(expected);
  });

  it.each([
    ['organisation_suspended', tokens.suspended],
    ['organisation_suspended', tokens.suspendedFree],
    ['organisation_inactive', tokens.inactive],
    ['organisation_inactive', tokens.inactiveStarter],
  ])('403 with the code %s, before the project is looked at', async (code, token) => {
    expect(await listTypes(app, '', { token })).toMatchObject({ status: 403, body: { code } });
  });

  it.each([tokens.starter, tokens.free, tokens.inactiveFree])('asks for no plan: %s', async (token) => {
    expect(await listTypes(app, '?project=web', { token })).toMatchObject({
      status: 200,
      body: { variables: [{ key: 'banner', type: 'boolean', feature: 'banner', client: false }] },
    });
  });

  it('answers HEAD without a body, and 405 with Allow to other methods', async () => {
    const head = await ask(app, '/v1/types?project=typed', {
      method: 'HEAD',
      headers: { Authorization: `Bearer ${tokens.acme}` },
    });
    expect([head.status, head.body]).toEqual([200, '']);
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const { status, headers, body } = await ask(app, '/v1/types', { method });
      expect([status, headers.get('allow'), body]).toEqual([
        405,
        'GET, HEAD',
        { error: 'Method not allowed.' },
      ]);
    }
  });
});

describe('the bounds of an answer with types', () => {
  async function read(
    limits: Partial<typeof typesLimits>,
    withValues = false,
    now = () => 0,
  ): Promise<unknown> {
    const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM organisation WHERE slug = 'acme'`);
    const all = { ...typesLimits, ...limits };
    const body = await readTypes(app.pool, rows[0]!.id, 'typed', withValues, all, now);
    return JSON.parse(String(body));
  }
  const limitReached = { status: 409, code: 'limit_reached' };

  it('are so many variables: one more is 409', async () => {
    expect(await read({ maxVariables: variables.length })).toEqual({ variables });
    await expect(read({ maxVariables: variables.length - 1 })).rejects.toMatchObject(limitReached);
  });

  it('are so many bytes: one more is 409, also of values', async () => {
    const bytes = Buffer.byteLength(JSON.stringify({ variables })) + 1;
    expect(await read({ maxBytes: bytes })).toEqual({ variables });
    await expect(read({ maxBytes: bytes - 1 })).rejects.toMatchObject(limitReached);
    await expect(read({ maxBytes: bytes }, true)).rejects.toMatchObject(limitReached);
  });

  it('are the bytes of the values of one variable: the values of one that has more are left out', async () => {
    const { variables: listed } = (await read({ maxValuesBytes: '2.53'.length }, true)) as {
      variables: object[];
    };
    expect(listed).toContainEqual({ ...without('steps', 'number', true), values: [2.5, 3] });
    expect(listed).toContainEqual(without('a-b', 'string', true));
    expect(await read({ maxValuesBytes: '2.53'.length - 1 }, true)).toMatchObject({
      variables: expect.arrayContaining([without('steps', 'number', true)]),
    });
  });

  it('are a time: what takes longer is 503', async () => {
    const times = [0, typesLimits.maxMs + 1];
    await expect(read({}, false, () => times.shift()!)).rejects.toMatchObject({ status: 503 });
    // PostgreSQL ends the statement itself.
    const blocker = await app.pool.connect();
    await blocker.query('BEGIN; LOCK TABLE variation_value IN ACCESS EXCLUSIVE MODE');
    await expect(read({ maxMs: 50 }, true)).rejects.toMatchObject({ code: '57014' });
    await blocker.query('ROLLBACK');
    blocker.release();
  });

  it('are the bytes that clients of an organisation have not read yet: more is 503, until they are read', async () => {
    const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM organisation WHERE slug = 'acme'`);
    const unread = app.typesMemory.open(rows[0]!.id);
    unread.allocate(typesLimits.maxBytes);
    const refused = await listTypes(app, '?project=typed');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await listTypes(app, '?project=web', { token: tokens.rival })).status).toBe(200);
    unread.close();
    expect((await listTypes(app, '?project=typed')).status).toBe(200);
  });

  it('leave room for the largest answer in the share of an organisation, and answers free it', async () => {
    const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM organisation WHERE slug = 'acme'`);
    for (let n = 0; n < 3; n += 1) await listTypes(app, '?project=typed&include=values');
    const account = app.typesMemory.open(rows[0]!.id);
    expect(() => account.allocate(typesLimits.maxBytes)).not.toThrow();
    account.close();
  });
});
