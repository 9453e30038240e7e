import { describe, expect, it } from '@jest/globals';
import { createCalls, type Answered } from '../client.ts';
import { organisations } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);

/** Returns the problems of a 400, one line each. */
function linesOf({ status, body }: Answered): string[] {
  if (status !== 400) throw new Error(`${status} is not 400: ${JSON.stringify(body)}`);
  const details = body.details as { path: string; message: string }[];
  return details.map(({ path, message }) => `${path}: ${message}`);
}

const steps = { slug: 'checkout-steps', type: 'number' };
const constraints = { minimum: 1, maximum: 5, integer: true };

/** Returns a feature with two variations, which give the variable the values. */
const feature = (slug: string, variable: object, values: readonly unknown[]) => ({
  slug,
  variables: [variable],
  variations: values.map((value, index) => ({
    slug: `v${index}`,
    values: { [(variable as { slug: string }).slug]: value },
  })),
});

describe('the description and the constraints of a variable', () => {
  it('are written and read with it', async () => {
    const described = { ...steps, slug: 'r-steps', description: 'Pages of the checkout.', constraints };
    const created = await web.post('/features', feature('r', described, [1, 5]));
    expect(created).toMatchObject({ status: 201, body: { variables: [described] } });
    expect(await web.get('/features/r')).toEqual({ ...created, status: 200 });
    expect((await web.get('/features?text=r-steps')).body.items).toMatchObject([{ variables: [described] }]);
    expect((await web.get('/features/checkout')).body.variables[0]).toMatchObject({
      description: '',
      constraints: null,
    });
  });

  it('are added with a variable, changed and removed by a PATCH, and change no version of a datafile', async () => {
    await web.post('/features', feature('w', { slug: 'w-a', type: 'string' }, ['x']));
    const added = { slug: 'w-b', type: 'string', description: 'B', constraints: { one_of: ['x', 'y'] } };
    const answer = await web.post('/features/w/variables', { ...added, values: { v0: 'x' } });
    expect(answer).toMatchObject({ status: 201, body: added });
    const versions = async () =>
      (await app.pool.query<object>('SELECT slug, version FROM environment ORDER BY id')).rows;
    const before = await versions();
    const patch = (body: object) => web.patch('/features/w/variables/w-b', body);
    expect((await patch({ constraints: { max_length: 1 } })).body).toMatchObject({
      description: 'B',
      constraints: { max_length: 1 },
    });
    expect((await patch({ description: '' })).body).toMatchObject({ constraints: { max_length: 1 } });
    expect((await patch({ constraints: {} })).body).toMatchObject({ constraints: null });
    expect((await patch({ constraints: { pattern: '^x$' } })).status).toBe(200);
    expect((await patch({ constraints: null })).body).toMatchObject({ constraints: null });
    expect(await versions()).toEqual(before);
    const { rows } = await app.pool.query<{ after: { variables: { constraints: unknown }[] } }>(
      `SELECT after FROM audit_record WHERE subject = 'web/w' ORDER BY id DESC LIMIT 3`,
    );
    expect(rows.map(({ after }) => after.variables[1]?.constraints)).toEqual([
      null,
      { pattern: '^x$' },
      null,
    ]);
  });

  it('are for members to change, also of what a protected environment serves', async () => {
    const member = createCalls(app, await signIn(app, 'member@acme.example'));
    const path = '/features/checkout/variables/checkout-layout';
    const changed = await member.patch(path, { description: 'Which one?', constraints: { max_length: 10 } });
    expect(changed.status).toBe(200);
    expect((await member.patch(path, { description: '', constraints: null })).status).toBe(200);
  });
});

describe('a value that breaks the constraints of its variable', () => {
  it('is refused in a new feature', async () => {
    const created = await web.post(
      '/features',
      feature('a', { ...steps, slug: 'a-steps', constraints }, [1, 6, 1.5]),
    );
    expect(linesOf(created)).toEqual([
      'variations[1].values.a-steps: must be at most 5',
      'variations[2].values.a-steps: must be a whole number',
    ]);
    expect((await web.get('/features/a')).status).toBe(404);
  });

  it('is refused in a new variable, in a new variation and in a changed one', async () => {
    await web.post('/features', feature('b', { slug: 'b-text', type: 'string' }, ['x', 'y']));
    const variable = { ...steps, slug: 'b-steps', constraints, values: { v0: 1, v1: 0 } };
    expect(linesOf(await web.post('/features/b/variables', variable))).toEqual([
      'variations[1].values.b-steps: must be at least 1',
    ]);
    variable.values.v1 = 2;
    expect((await web.post('/features/b/variables', variable)).status).toBe(201);
    const variation = { slug: 'v2', values: { 'b-text': 'z', 'b-steps': 7 } };
    expect(linesOf(await web.post('/features/b/variations', variation))).toEqual([
      'variations[2].values.b-steps: must be at most 5',
    ]);
    expect(linesOf(await web.patch('/features/b/variations/v0', { values: { 'b-steps': 9 } }))).toEqual([
      'variations[0].values.b-steps: must be at most 5',
    ]);
    expect((await web.patch('/features/b/variations/v0', { values: { 'b-steps': 5 } })).status).toBe(200);
  });

  it('is refused when the constraints come after it', async () => {
    await web.post('/features', feature('c', { slug: 'c-text', type: 'string' }, ['one', 'three']));
    const patch = (body: object) => web.patch('/features/c/variables/c-text', { constraints: body });
    expect(linesOf(await patch({ max_length: 3 }))).toEqual([
      'variations[1].values.c-text: must have at most 3 characters',
    ]);
    expect(linesOf(await patch({ one_of: ['one', 'two'] }))).toEqual([
      'variations[1].values.c-text: must be one of: one, two',
    ]);
    expect((await web.get('/features/c')).body.variables[0].constraints).toBeNull();
  });

  it('is refused in an import and in its dry run, also of a document that leaves the constraints out', async () => {
    const constrained = { ...steps, slug: 'd-steps', constraints };
    const document = (variable: object, value: number) => ({
      features: [feature('d', variable, [1, value])],
    });
    const line = 'features.d.variations[1].values.d-steps: must be at most 5';
    expect(linesOf(await web.post('/import', document(constrained, 6)))).toEqual([line]);
    expect((await web.post('/import', document(constrained, 5))).status).toBe(200);
    const { constraints: _left, ...unconstrained } = constrained;
    expect(linesOf(await web.post('/import?dry_run=true', document(unconstrained, 6)))).toEqual([line]);
    expect(
      linesOf(await web.post('/import', document({ ...unconstrained, constraints: { maximum: 4 } }, 5))),
    ).toEqual(['features.d.variations[1].values.d-steps: must be at most 4']);
    expect((await web.post('/import', document({ ...unconstrained, constraints: null }, 6))).status).toBe(
      200,
    );
  });

  it('is refused inside a JSON value, with its path', async () => {
    const schema = {
      $defs: { price: { type: 'number', minimum: 0 } },
      type: 'object',
      properties: { items: { type: 'array', items: { properties: { price: { $ref: '#/$defs/price' } } } } },
      required: ['items'],
    };
    const variable = { slug: 'e-cart', type: 'json', constraints: { schema } };
    const values = [{ items: [{ price: 1 }] }, { items: [{}, { price: -1 }] }, {}];
    expect(linesOf(await web.post('/features', feature('e', variable, values)))).toEqual([
      'variations[1].values.e-cart.items[1].price: must be at least 0',
      'variations[2].values.e-cart.items: is required',
    ]);
  });
});

describe('constraints', () => {
  it('that are wrong, or do not fit the type, are refused with their path', async () => {
    const variable = {
      slug: 'f-text',
      type: 'string',
      constraints: { minimum: 1, pattern: 'a', schema: true },
    };
    expect(linesOf(await web.post('/features', feature('f', variable, ['a'])))).toEqual([
      'variables[0].constraints.minimum: is not allowed for variables of type string',
      'variables[0].constraints.schema: is not allowed for variables of type string',
    ]);
    const wrong = { one_of: [], max_length: -1, enum: [] };
    const path = '/features/checkout/variables/checkout-layout';
    expect(linesOf(await web.patch(path, { constraints: wrong }))).toHaveLength(3);
    expect(linesOf(await web.patch(path, { constraints: { pattern: '(' } }))).toEqual([
      'variables[1].constraints.pattern: must be a pattern in RE2 syntax: a "(" is not closed',
    ]);
    const document = {
      features: [feature('f', { slug: 'f-a', type: 'json', constraints: { schema: { $ref: '#' } } }, [1])],
    };
    expect(linesOf(await web.post('/import', document))).toEqual([
      'features.f.variables[0].constraints.schema: refers to itself endlessly',
    ]);
  });

  it('of a feature have at most 256 KiB together', async () => {
    const variables = Array.from({ length: 5 }, (_, index) => ({
      slug: `g-${index}`,
      type: 'string',
      constraints: { one_of: ['x', 'a'.repeat(60_000)] },
    }));
    const values = Object.fromEntries(variables.map(({ slug }) => [slug, 'x']));
    const large = { slug: 'g', variables, variations: [{ slug: 'v', values }] };
    expect(linesOf(await web.post('/features', large))).toEqual([
      'variables: can have constraints of at most 262144 characters in total, as JSON',
    ]);
    expect((await web.post('/features', { slug: 'g', variables: variables.slice(1) })).status).toBe(201);
  });

  it('that would take too much work are refused, and others are answered in between', async () => {
    const doubling = (depth: number) => ({
      $defs: Object.fromEntries(
        Array.from({ length: depth }, (_, level) => {
          const next = { $ref: `#/$defs/s${level + 1}` };
          return [`s${level}`, level === depth - 1 ? { const: 0 } : { anyOf: [next, next] }];
        }),
      ),
      $ref: '#/$defs/s0',
    });
    const variable = { slug: 'h-json', type: 'json', constraints: { schema: doubling(60) } };
    expect(linesOf(await web.post('/features', feature('h', variable, [1])))).toEqual([
      'variations[0].values.h-json: takes too long to check: simplify its constraints',
    ]);
    const everything = web.post(
      '/features',
      feature(
        'h',
        variable,
        Array.from({ length: 200 }, () => 1),
      ),
    );
    let answered = 0;
    let isDone = false;
    const end = () => (isDone = true);
    void everything.then(end, end);
    while (!isDone) {
      expect((await web.get('/features/checkout')).status).toBe(200);
      answered += 1;
    }
    expect(linesOf(await everything)).toEqual([
      ': Checking the constraints takes too long. Change fewer features at once.',
    ]);
    expect(answered).toBeGreaterThan(1);
  });

  it('hold nothing up that changes no value', async () => {
    await app.pool.query(
      `UPDATE variable SET constraints = '{"one_of": ["other"]}' WHERE slug = 'checkout-layout'`,
    );
    const here = '/features/checkout/environments/production';
    expect((await web.patch(`${here}/targeting`, { enabled: false })).status).toBe(200);
    expect((await web.patch(`${here}/targeting`, { enabled: true })).status).toBe(200);
    await app.pool.query(`UPDATE variable SET constraints = NULL WHERE slug = 'checkout-layout'`);
  });
});
