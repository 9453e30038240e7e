import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { push, snapshot } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { readConnections, deleteAll, readReferences } from './stored.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => deleteAll(app));
afterAll(() => app.stop());

const long = (length: number) => 'x'.repeat(length);
const smile = '\u{1F600}';

describe('400: the body (contract §7.5)', () => {
  it.each(['not json', '{', '{"project":"web"', '[1,', '{"project":"web",}', ' ', '{}{}'])(
    '%j is no JSON',
    async (body) => {
      expect(await push(app, body)).toMatchObject({ status: 400, body: { error: 'Invalid JSON.' } });
    },
  );

  it.each(['[]', '5', '"text"', 'null', 'true', '[{"project":"web"}]'])(
    '%s is no JSON object',
    async (body) => {
      expect(await push(app, body)).toMatchObject({
        status: 400,
        body: { error: 'Body must be a JSON object.' },
      });
    },
  );

  it('of no bytes reads as {}', async () => {
    expect(await push(app, '')).toMatchObject({ body: { error: '"project" field is required.' } });
  });
});

describe('400: the members of the body (contract §2.5)', () => {
  const required = (field: string) => `"${field}" field is required.`;
  const notText = (field: string) => `"${field}" must be a string.`;
  const notForm = '"repository" must have the form owner/repo.';
  const notProvider = '"provider" must be github, gitlab or bitbucket.';
  const cases: [field: string, value: unknown, error: string][] = [
    ...['project', 'repository', 'branch'].flatMap((field): [string, unknown, string][] => [
      [field, undefined, required(field)],
      [field, null, required(field)],
      [field, '', required(field)],
      [field, ' \n', required(field)],
      [field, 5, notText(field)],
      [field, ['web'], notText(field)],
      [field, { slug: 'web' }, notText(field)],
      [field, 'we\0b', `"${field}" must not contain NUL.`],
      [field, 'we\ud800b', `"${field}" must not contain half of a surrogate pair.`],
      [field, 'we\udfff', `"${field}" must not contain half of a surrogate pair.`],
      [field, 'we\nb', `"${field}" must not contain control characters.`],
      [field, 'we\u009bb', `"${field}" must not contain control characters.`],
      [field, long(501), `"${field}" must have at most 500 characters.`],
    ]),
    ['provider', 'svn', notProvider],
    ['provider', 'GitHub', notProvider],
    ['provider', '', notProvider],
    ['provider', 1, notProvider],
    ['provider', ['github'], notProvider],
    ...[
      'web',
      'acme/',
      '/web',
      'acme//web',
      'acme/web/api',
      'acme/we b',
      'acme/..',
      './web',
      'acme/web?x',
      'https://github.com/acme/web',
    ].map((name): [string, unknown, string] => ['repository', name, notForm]),
    ['commit_sha', 5, notText('commit_sha')],
    ['commit_sha', 'c0\0ffee', '"commit_sha" must not contain NUL.'],
    ['commit_sha', 'c0\ud800', '"commit_sha" must not contain half of a surrogate pair.'],
    ['commit_sha', 'c0\u007fffee', '"commit_sha" must not contain control characters.'],
    ['commit_sha', '..', '"commit_sha" must name a commit.'],
    ['commit_sha', '.', '"commit_sha" must name a commit.'],
    ['commit_sha', long(501), '"commit_sha" must have at most 500 characters.'],
    ['references', undefined, required('references')],
    ['references', null, '"references" must be a list.'],
    ['references', {}, '"references" must be a list.'],
    ['references', 'x', '"references" must be a list.'],
    ['references', 5, '"references" must be a list.'],
  ];

  it.each(cases)('%s: %j', async (field, value, error) => {
    expect(await push(app, snapshot({ [field]: value }))).toMatchObject({ status: 400, body: { error } });
    expect(await readConnections(app)).toEqual([]);
  });

  it('are looked at in the order of the contract, the references last', async () => {
    const wrong: Record<string, unknown> = {
      references: [{}],
      commit_sha: 5,
      branch: 5,
      repository: 5,
      provider: 5,
      project: 5,
    };
    const right = snapshot();
    for (const field of ['project', 'provider', 'repository', 'branch', 'commit_sha']) {
      const { body } = await push(app, wrong);
      expect(body).toMatchObject({ error: expect.stringContaining(`"${field}"`) });
      wrong[field] = right[field];
    }
    expect((await push(app, wrong)).body).toEqual({
      error: 'references[0].key is required.',
      code: 'invalid',
      details: [{ path: 'references[0].key', message: 'is required', code: 'required' }],
    });
  });

  it.each<[field: string, value: unknown, stored: object]>([
    ['provider', undefined, { provider: 'github' }],
    ['provider', null, { provider: 'github' }],
    ['provider', 'github', { provider: 'github' }],
    ['provider', 'gitlab', { provider: 'gitlab' }],
    ['provider', 'bitbucket', { provider: 'bitbucket' }],
    ['commit_sha', undefined, { commit: null }],
    ['commit_sha', null, { commit: null }],
    ['commit_sha', '', { commit: null }],
    ['commit_sha', 'a'.repeat(64), { commit: 'a'.repeat(64) }],
    ['repository', 'a/b', { repository: 'a/b' }],
    ['repository', 'Acme_Inc-2/web.site~1', { repository: 'Acme_Inc-2/web.site~1' }],
    ['branch', `feature/${smile} "x"`, { branch: `feature/${smile} "x"` }],
  ])('%s may be %j', async (field, value, stored) => {
    expect(await push(app, snapshot({ [field]: value }))).toMatchObject({ status: 200 });
    expect(await readConnections(app)).toMatchObject([stored]);
  });

  it('may name groups within groups at GitLab alone', async () => {
    const repository = 'acme/shop/web';
    expect(await push(app, snapshot({ repository, provider: 'gitlab' }))).toMatchObject({ status: 200 });
    expect(await push(app, snapshot({ repository, provider: 'bitbucket' }))).toMatchObject({ status: 400 });
  });
});

describe('400: an entry of references (contract §2.5, decisions §4)', () => {
  const right = { key: 'checkout-enabled', file: 'src/a.ts' };
  const outside = 'file must be a path within the repository.';
  const notLine = 'line_number must be an integer from 1 to 2147483647.';
  const cases: [parts: object, error: string][] = [
    ...['key', 'file'].flatMap((field): [object, string][] => [
      [{ [field]: undefined }, `${field} is required.`],
      [{ [field]: null }, `${field} is required.`],
      [{ [field]: '' }, `${field} is required.`],
      [{ [field]: ' \t' }, `${field} is required.`],
      [{ [field]: 5 }, `${field} must be a string.`],
      [{ [field]: ['x'] }, `${field} must be a string.`],
      [{ [field]: 'a\0' }, `${field} must not contain NUL.`],
      [{ [field]: 'a\ud800' }, `${field} must not contain half of a surrogate pair.`],
      [{ [field]: '\udc00.ts' }, `${field} must not contain half of a surrogate pair.`],
      [{ [field]: 'a\r\nb' }, `${field} must not contain control characters.`],
      [{ [field]: 'a\u0085b' }, `${field} must not contain control characters.`],
    ]),
    [{ key: long(501) }, 'key must have at most 500 characters.'],
    [{ key: smile.repeat(501) }, 'key must have at most 500 characters.'],
    [{ file: long(1_025) }, 'file must have at most 1024 characters.'],
    ...[
      '..',
      '../a',
      'a/..',
      'a/../b',
      'a/b/../../c',
      '..\\a',
      'a\\..\\b',
      '/',
      '/etc/passwd',
      '\\a',
      'C:\\a',
      '\\\\server\\share',
      '.',
      'c:/a',
    ].map((file): [object, string] => [{ file }, outside]),
    ...[0, -1, 1.5, 2_147_483_648, 1e300, '1', true, [1], {}].map((line_number): [object, string] => [
      { line_number },
      notLine,
    ]),
    [{ snippet: 5 }, 'snippet must be a string.'],
    [{ snippet: ['x'] }, 'snippet must be a string.'],
    [{ snippet: 'a\0' }, 'snippet must not contain NUL.'],
    [{ snippet: `${long(600)}\0` }, 'snippet must not contain NUL.'],
  ];

  it.each(cases)('%j', async (parts, error) => {
    const references = [right, { ...right, ...parts }, {}];
    expect(await push(app, snapshot({ references }))).toMatchObject({
      status: 400,
      body: { error: `references[1].${error}` },
    });
    expect(await readConnections(app)).toEqual([]);
  });

  it.each([[null], ['text'], [5], [true], [[]], [[right]]])('%j is no object', async (entry) => {
    const { body } = await push(app, snapshot({ references: [right, right, entry] }));
    expect(body).toEqual({
      error: 'references[2] must be an object.',
      code: 'invalid',
      details: [{ path: 'references[2]', message: 'must be an object', code: 'invalid' }],
    });
  });

  it('is named by its index, at any position in the list', async () => {
    const references: object[] = Array.from({ length: 5_000 }, () => right);
    references[4_321] = { ...right, line_number: 0 };
    references[4_999] = {};
    const { body } = await push(app, snapshot({ references }));
    expect(body).toMatchObject({
      error: `references[4321].${notLine}`,
      code: 'invalid',
      details: [{ path: 'references[4321].line_number', code: 'invalid' }],
    });
  });

  it('comes after JSON that is wrong further down', async () => {
    const text = JSON.stringify(snapshot({ references: [{}] })).slice(0, -1);
    expect((await push(app, text)).body).toEqual({ error: 'Invalid JSON.' });
  });

  it('is looked at field by field, in the order of the contract', async () => {
    const entry: Record<string, unknown> = { snippet: 5, line_number: 'x', file: 5, key: 5 };
    const fixed = { key: 'k', file: 'f', line_number: 1, snippet: 's' };
    for (const [field, value] of Object.entries(fixed)) {
      const { body } = await push(app, snapshot({ references: [entry] }));
      expect(body).toMatchObject({ error: expect.stringContaining(`references[0].${field}`) });
      entry[field] = value;
    }
    expect(await push(app, snapshot({ references: [entry] }))).toMatchObject({ status: 200 });
  });
});

describe('a stored reference', () => {
  const store = async (parts: object) => {
    const references = [{ key: 'k', file: 'f', ...parts }];
    expect(await push(app, snapshot({ references }))).toMatchObject({ status: 200 });
    return (await readReferences(app))[0];
  };

  it.each<[parts: object, stored: object]>([
    [{}, { key: 'k', file: 'f', line: null, snippet: null, state: 'recorded' }],
    [
      { line_number: null, snippet: null },
      { line: null, snippet: null },
    ],
    [{ line_number: 2_147_483_647 }, { line: 2_147_483_647 }],
    [{ line_number: 1.0 }, { line: 1 }],
    [{ snippet: '' }, { snippet: '' }],
    [{ key: 'Checkout-ÉNABLED' }, { key: 'checkout-énabled' }],
    [{ key: ' spaced key ' }, { key: ' spaced key ' }],
    [{ key: '\uA7CB\u{16EA0}' }, { key: expect.any(String) }],
    [{ key: smile.repeat(500) }, { key: smile.repeat(500) }],
    [{ file: `src/..a/b../...ts` }, { file: 'src/..a/b../...ts' }],
    [{ file: `é ${smile} "<b>'` }, { file: `é ${smile} "<b>'` }],
    [{ file: 'a\u202eb.ts' }, { file: 'a\u202eb.ts' }],
    [{ file: smile.repeat(1_024) }, { file: smile.repeat(1_024) }],
    [{ file: '\uFFFD.ts' }, { file: '\uFFFD.ts' }],
    [{ snippet: long(500) }, { snippet: long(500) }],
    [{ snippet: long(501) }, { snippet: long(500) }],
    [{ snippet: long(60_000) }, { snippet: long(500) }],
    [{ snippet: smile.repeat(600) }, { snippet: smile.repeat(500) }],
    [{ snippet: `${long(499)}${smile}${smile}` }, { snippet: `${long(499)}${smile}` }],
    [{ snippet: 'a \ud800 b' }, { snippet: 'a \uFFFD b' }],
    [{ snippet: '</script>\\\t\r\n\u2028' }, { snippet: '</script>\\\t\r\n\u2028' }],
  ])('%#', async (parts, stored) => {
    expect(await store(parts)).toMatchObject(stored);
  });

  it('is unique by key, file and line; a missing line is a value of its own', async () => {
    const references = [
      { key: 'k', file: 'f' },
      { key: 'K', file: 'f' },
      { key: 'k', file: 'F' },
      { key: 'k', file: 'f', line_number: 1 },
      { key: 'k', file: 'f', line_number: 11 },
      { key: 'k', file: 'f1', line_number: 1 },
    ];
    await push(app, snapshot({ references }));
    const stored = await readReferences(app);
    expect(stored.map(({ key, file, line }) => `${key} ${file} ${line}`)).toEqual([
      'k F null',
      'k f null',
      'k f 1',
      'k f 11',
      'k f1 1',
    ]);
  });

  it('has the first snippet of references that are the same', async () => {
    const references = ['first', 'second', null].map((snippet) => ({ key: 'k', file: 'f', snippet }));
    await push(app, snapshot({ references }));
    expect(await readReferences(app)).toMatchObject([{ snippet: 'first' }]);
  });
});
