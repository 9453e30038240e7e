import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { getPaths } from '../client.ts';
import { evaluateForUsers } from '../evaluations-of.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { randomUsers, richProject } from '../rich-project.ts';
import { signIn, startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  await createProject('rich');
  expect((await importInto('rich', richProject)).status).toBe(200);
});
afterAll(() => app.stop());

const projects = '/settings/v1/organisations/acme/projects';
const admin: Readonly<Record<string, string>> = { Authorization: `Bearer ${acmeToken}` };
const json = 'application/json';
const yaml = 'application/yaml';

const createProject = (slug: string) =>
  request(app.server)
    .post(projects)
    .set(admin)
    .send({ slug, name: `The ${slug}` })
    .expect(201);
const exportOf = (slug: string, accept = json) =>
  request(app.server)
    .get(`${projects}/${slug}/export`)
    .set({ ...admin, Accept: accept })
    .buffer(true)
    .parse(asText);
const importInto = (slug: string, document: object | string, { type = json, query = '', as = admin } = {}) =>
  request(app.server)
    .post(`${projects}/${slug}/import${query}`)
    .set({ ...as, 'Content-Type': type })
    .send(typeof document === 'string' ? document : JSON.stringify(document));
const textsOf = (answer: { body: { changes: { text: string }[] } }) =>
  answer.body.changes.map(({ text }) => text);

function asText(res: unknown, done: (error: Error | null, body: string) => void): void {
  let text = '';
  const stream = res as NodeJS.ReadableStream;
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => (text += chunk));
  stream.on('end', () => done(null, text));
}

describe('an export', () => {
  it.each([json, yaml])(
    'and its import into an empty project give the same evaluations: %s',
    async (type) => {
      const copy = `copy-${type.slice(-4)}`;
      await createProject(copy);
      const exported = await exportOf('rich', type).expect(200).expect('Content-Type', type);
      expect((await importInto(copy, exported.body as string, { type })).status).toBe(200);
      const users = randomUsers(1_000);
      const evaluations = await evaluateForUsers(app.pool, 'rich', users);
      expect(await evaluateForUsers(app.pool, copy, users)).toEqual(evaluations);
      // The users get every reason.
      const reasons = new Set(evaluations.map((each) => /"reason":"(\w+)"/.exec(each)?.[1]));
      expect(reasons.size).toBe(7);
      expect(new Set(evaluations).size).toBeGreaterThan(15);
    },
  );

  it('of an imported project is the same document, except for the project itself', async () => {
    const [first, second] = await Promise.all([exportOf('rich'), exportOf('copy-json')]);
    const copied = (second.body as string)
      .replace('"copy-json"', '"rich"')
      .replace('"The copy-json"', '"The rich"');
    expect(copied).toBe(first.body);
  });

  it('is written in a fixed order, over many lines, without keys', async () => {
    const text = (await exportOf('rich')).body as string;
    const document = JSON.parse(text) as { features: { slug: string }[] };
    expect(document.features.map(({ slug }) => slug)).toEqual(['bare', 'checkout', 'done', 'gone']);
    expect(text.split('\n').length).toBeGreaterThan(100);
    expect(text).toContain('"salt": "a1b2c3d4"');
    expect(text).not.toContain('api_keys');
  });

  it('has an ETag for If-None-Match', async () => {
    const first = await exportOf('rich');
    const again = await request(app.server)
      .get(`${projects}/rich/export`)
      .set({ ...admin, 'If-None-Match': first.headers['etag'] });
    expect(again.status).toBe(304);
  });
});

describe('an import', () => {
  const change = {
    segments: [
      { slug: 'canada', any_of: [{ all_of: [{ property: 'country', operator: 'is', values: ['CA'] }] }] },
    ],
    features: [{ slug: 'checkout', name: 'Checkout' }],
  };

  it('of the present state changes nothing', async () => {
    const exported = JSON.parse((await exportOf('rich')).body as string) as object;
    for (const prune of [false, true]) {
      const answer = await importInto('rich', { ...exported, prune });
      expect({ status: answer.status, body: answer.body }).toEqual({
        status: 200,
        body: { dry_run: false, changes: [], generated: [], warnings: [] },
      });
    }
  });

  it('shows what it would change, and changes nothing, in a dry run', async () => {
    const before = await exportOf('rich');
    const { rows } = await app.pool.query('SELECT count(*) FROM audit_record');
    const answer = await importInto('rich', change, { query: '?dry_run=true' });
    const touched = { environment: 'production', protected: true, feature: 'checkout' };
    expect(answer.body).toMatchObject({
      dry_run: true,
      generated: [],
      touches: [touched],
      touches_omitted: 0,
    });
    expect(textsOf(answer)).toEqual([
      'segment canada: condition 1 of group 1: values CA, FR → CA',
      'feature checkout: name "Checkout: \\"new\\", 10 % off\\n#1" → "Checkout"',
    ]);
    expect((await exportOf('rich')).body).toBe(before.body);
    expect((await app.pool.query('SELECT count(*) FROM audit_record')).rows).toEqual(rows);
  });

  it('changes what it names, leaves the rest, and is recorded with its actor', async () => {
    await createProject('named');
    await importInto('named', richProject);
    const answer = await importInto('named', change);
    expect(textsOf(answer)).toHaveLength(2);
    const after = JSON.parse((await exportOf('named')).body as string) as { features: object[] };
    expect(after.features).toHaveLength(4);
    const { rows } = await app.pool.query('SELECT source, actor FROM audit_record ORDER BY id DESC LIMIT 1');
    expect(rows).toEqual([{ source: 'import', actor: 'owner@acme.example' }]);
  });

  it('deletes what it does not name, if it says `prune`', async () => {
    await createProject('pruned');
    await importInto('pruned', richProject);
    const answer = await importInto('pruned', { prune: true, environments: [{ slug: 'staging' }] });
    expect(
      textsOf(answer)
        .filter((text) => text.endsWith(': deleted'))
        .toSorted(),
    ).toEqual([
      'environment production: deleted',
      'feature bare: deleted',
      'feature checkout: deleted',
      'feature done: deleted',
      'feature gone: deleted',
      'segment canada: deleted',
      'segment paying: deleted',
    ]);
    // The serving of a deleted feature is recorded, but a deletion is one line.
    expect(textsOf(answer).filter((text) => /^(targeting|default|override)/.test(text))).toEqual([]);
  });

  it('makes keys for new environments and shows them once', async () => {
    await createProject('keyed');
    const dry = await importInto('keyed', { environments: [{ slug: 'live' }] }, { query: '?dry_run=true' });
    const key = { path: 'environments[0].api_keys[0]', kind: 'api_key', subject: 'acme/keyed/live' };
    expect(dry.body.generated).toEqual([{ ...key, value: null }]);
    const answer = await importInto('keyed', { environments: [{ slug: 'live' }] });
    expect(answer.body.generated).toEqual([{ ...key, value: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
    const { value } = answer.body.generated[0] as { value: string };
    expect(JSON.stringify(answer.body.changes)).not.toContain(value);
    expect((await importInto('keyed', { environments: [{ slug: 'live' }] })).body).toEqual({
      dry_run: false,
      changes: [],
      generated: [],
      warnings: [],
    });
  });

  it('gives the same answer in every dry run, without generated values', async () => {
    await createProject('twice');
    const document = {
      environments: [{ slug: 'live' }, { slug: 'test', api_keys: [] }],
      features: [{ slug: 'unsalted' }, { slug: 'salted', salt: 's' }],
    };
    const [first, second] = [
      await importInto('twice', document, { query: '?dry_run=true' }),
      await importInto('twice', document, { query: '?dry_run=true' }),
    ];
    expect(first.body).toEqual(second.body);
    expect(textsOf(first)).toContain('environment key of acme/twice/live: will be created');
    const made = await importInto('twice', document);
    expect(textsOf(made)).toHaveLength(textsOf(first).length);
    const saltsOf = ({ body }: { body: { changes: { after: { salt?: string } | null }[] } }) =>
      body.changes.flatMap(({ after }) => after?.salt ?? []);
    expect(saltsOf(first)).toEqual(['will be generated', 's']);
    expect(saltsOf(made)).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), 's']);
  });

  it('makes no key for an environment that has none', async () => {
    await createProject('keyless');
    await importInto('keyless', { environments: [{ slug: 'live', api_keys: [] }] });
    const exported = (await exportOf('keyless')).body as string;
    expect((await importInto('keyless', exported)).body).toMatchObject({ changes: [], generated: [] });
  });

  it('renames the project only if the document is its own', async () => {
    await createProject('own');
    await importInto('own', { slug: 'other', name: 'Other' });
    expect(JSON.parse((await exportOf('own')).body as string)).toMatchObject({
      slug: 'own',
      name: 'The own',
    });
    await importInto('own', { slug: 'Own', name: 'Our own' });
    expect(JSON.parse((await exportOf('own')).body as string)).toMatchObject({
      slug: 'own',
      name: 'Our own',
    });
  });

  it('lists every problem with its path, and changes nothing', async () => {
    const document = {
      colour: 'red',
      environments: [{ slug: 'live' }, { slug: 'LIVE', api_keys: ['no-uuid'] }],
      features: [
        { slug: 'a', variables: [{ slug: 'x', type: 'text' }] },
        {
          slug: 'b',
          variables: [{ slug: 'y', type: 'number' }],
          variations: [{ slug: 'on', values: { y: 'one' } }],
          environments: { live: { targeting: { rules: [{ serve: { variation: 'off' } }] } } },
        },
      ],
    };
    expect(
      getPaths(await importInto('rich', document).then(({ status, body }) => ({ status, body, etag: '' }))),
    ).toEqual([
      'colour',
      'environments[1].api_keys[0]',
      'environments[1].slug',
      'features[0].variables[0].type',
      'features[1].environments.live.targeting.rules[0].serve.variation',
      'features[1].variations[0].values.y',
    ]);
  });

  it('checks against what is stored: a variable of another feature is refused', async () => {
    const document = { features: [{ slug: 'thief', variables: [{ slug: 'done', type: 'boolean' }] }] };
    const { status, body } = await importInto('rich', document);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { details: [{ path: 'features[0].variables[0].slug' }] },
    });
  });

  it('reveals nothing about a key of another organisation', async () => {
    await request(app.server)
      .post('/settings/v1/organisations/acme/projects')
      .set(admin)
      .send({ slug: 'curious' });
    const [theirs, ours] = ['7f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f', '5f0c2b52-6a3c-4f2b-9d55-0a1b2c3d4e5f'];
    const { hashEnvironmentKey } = await import('@bunting/authentication');
    await app.pool.query(
      `INSERT INTO environment_key (id, environment_id, key_hash, last_four)
       SELECT gen_random_uuid(), environment.id, $1, '4e5f' FROM environment JOIN project ON project.id = project_id WHERE project.slug = 'app'`,
      [hashEnvironmentKey(theirs, 'server').hash],
    );
    const { body } = await importInto('curious', { environments: [{ slug: 'a', api_keys: [theirs, ours] }] });
    expect((body as { details: { message: string }[] }).details.map(({ message }) => message)).toEqual([
      'belongs to another organisation',
      'belongs to acme/web/production',
    ]);
  });

  it.each([
    ['features: [', 400],
    ['- a\n- b', 400],
    ['a: &x [*x]', 400],
    ['features: []', 200],
    ['', 400],
  ])('reads YAML as YAML: %j', async (text, status) => {
    expect((await importInto('rich', text, { type: 'application/yaml; charset=utf-8' })).status).toBe(status);
  });

  it('is for admins', async () => {
    const people = ['viewer', 'member', 'admin', 'owner'];
    const answers = await Promise.all(
      people.map(async (role) => {
        const as = { ...(await signIn(app, `${role}@acme.example`)) };
        return importInto('rich', {}, { as, query: '?dry_run=true' });
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 200, 200]);
  });
});
