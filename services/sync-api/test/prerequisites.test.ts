import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createFeature } from '@bunting/testing/fixtures';
import { askDatafile, readDatafile, type DatafileBody } from './datafile.ts';
import { createDocument, servedTo } from './organisations.ts';
import { startApp, type RunningApp } from './running-app.ts';

const country = { property: 'country', operator: 'is', values: ['CA'] };
const foundation = createFeature('foundation', servedTo('foundation', [country]));
const targeting = {
  enabled: true,
  prerequisites: [{ variable: 'foundation', variations: ['on'] }],
  rules: [],
};

let app: RunningApp;
beforeAll(async () => {
  const house = createFeature('house', { environments: { production: { targeting } } });
  app = await startApp(createDocument({ features: [foundation, house, createFeature('tent')] }));
});
afterAll(() => app.stop());

const documentsOf = ({ fragments }: DatafileBody) =>
  Object.fromEntries(fragments.map(({ document }) => [document?.slug, document] as const)) as Record<
    string,
    DatafileBody['fragments'][number]['document']
  >;

async function setPersonalData(value: boolean): Promise<void> {
  const { rows } = await app.pool.query<{ id: string }>(
    `SELECT environment_id AS id FROM environment_key WHERE kind = 'client'`,
  );
  const statement = 'UPDATE environment SET datafile_personal_data = $2 WHERE id = $1';
  await app.publish(await app.change({ access: [rows[0]!.id] }, statement, [rows[0]!.id, value]));
}

it('a feature with prerequisites is sent to evaluators that understand them', async () => {
  expect(documentsOf(await readDatafile(app.server, '?evaluator=2'))['house']).toMatchObject({ targeting });
});

it.each(['', '?evaluator=1'])(
  'to older ones (%j) it is remote, and all others are as they were',
  async (query) => {
    const old = documentsOf(await readDatafile(app.server, query));
    expect(old['house']).toEqual({
      id: expect.any(String),
      slug: 'house',
      remote: true,
      variables: [{ slug: 'house' }],
    });
    const now = documentsOf(await readDatafile(app.server, '?evaluator=2'));
    expect([old['foundation'], old['tent']]).toEqual([now['foundation'], now['tent']]);
  },
);

it('changes since a version are sent in the same two ways', async () => {
  const { version } = await readDatafile(app.server);
  const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM feature WHERE slug = 'house'`);
  const ids = [rows[0]!.id];
  const statement = `UPDATE feature SET salt = salt || 'x' WHERE id = ANY ($1)`;
  await app.publish(await app.change({ features: ids }, statement, [ids]));
  for (const [query, isRemote] of [
    ['', undefined],
    ['&evaluator=2', false],
  ] as const) {
    const { since, fragments } = await readDatafile(app.server, `?since=${version}${query}`);
    expect([since, fragments.length]).toEqual([version, 1]);
    expect(fragments[0]!.document!.remote ?? false).toBe(isRemote ?? true);
  }
});

it('without personal data it is remote to all, because what it names may be', async () => {
  await setPersonalData(false);
  const documents = documentsOf(await readDatafile(app.server, '?evaluator=2'));
  expect([documents['house']!.remote, documents['foundation']!.remote]).toEqual([true, undefined]);
  await setPersonalData(true);
});

it.each(['?evaluator=', '?evaluator=two', '?evaluator=2&evaluator=2', '?evaluator=-1'])(
  '%s is 400',
  async (query) => {
    const { status, body } = await askDatafile(app.server, query);
    expect([status, body]).toEqual([400, { error: '"evaluator" must be an integer.', code: 'invalid' }]);
  },
);
