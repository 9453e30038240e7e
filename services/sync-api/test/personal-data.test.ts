import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createFeature } from '@bunting/testing/fixtures';
import { askDatafile, type DatafileBody, readDatafile } from './datafile.ts';
import { createDocument, keys, servedTo } from './organisations.ts';
import { startApp, type RunningApp } from './running-app.ts';

const country = { property: 'country', operator: 'is', values: ['CA'] };
const inSegment = (slug: string) => [{ property: 'segment', operator: 'in_segment', values: [slug] }];
const segmentOf = (slug: string, condition: object) => ({
  slug,
  name: slug,
  any_of: [{ all_of: [condition] }],
});

const features = [
  createFeature('plain', servedTo('plain', [country])),
  createFeature(
    'by-email',
    servedTo('by-email', [{ property: 'email', operator: 'is', values: ['a@b.example'] }]),
  ),
  createFeature('by-id', servedTo('by-id', [{ property: 'user_id', operator: 'is', values: ['user-7'] }])),
  createFeature('has-email', servedTo('has-email', [{ property: 'email', operator: 'exists' }])),
  createFeature('overridden', servedTo('overridden', [country], { overrides: { 'user-8': 'on' } })),
  createFeature('by-staff', servedTo('by-staff', inSegment('staff'))),
  createFeature('by-canada', servedTo('by-canada', inSegment('canada'))),
];
const segments = [
  segmentOf('staff', { property: 'email', operator: 'is', values: ['c@d.example'] }),
  segmentOf('canada', country),
];
const remote = ['by-email', 'by-id', 'by-staff', 'overridden'];

let app: RunningApp;
beforeAll(async () => void (app = await startApp(createDocument({ features, segments }))));
afterAll(() => app.stop());

const read = (query?: string) => readDatafile(app.server, query);
const remoteIn = ({ fragments }: DatafileBody) =>
  fragments
    .filter(({ document }) => document?.remote)
    .map(({ document }) => document!.slug)
    .toSorted();

async function idsOf(table: 'feature' | 'segment', slug: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ id: string }>(`SELECT id FROM ${table} WHERE slug = $1`, [slug]);
  return rows.map(({ id }) => id);
}

async function setPersonalData(value: boolean): Promise<void> {
  const { rows } = await app.pool.query<{ id: string }>(
    `SELECT id FROM environment WHERE slug = 'production' AND id IN (SELECT environment_id FROM environment_key WHERE kind = 'client')`,
  );
  const { id } = rows[0]!;
  const statement = 'UPDATE environment SET datafile_personal_data = $2 WHERE id = $1';
  await app.publish(await app.change({ access: [id] }, statement, [id, value]));
}

async function touch(slug: string): Promise<void> {
  const ids = await idsOf('feature', slug);
  const statement = `UPDATE feature SET salt = salt || 'x' WHERE id = ANY ($1)`;
  await app.publish(await app.change({ features: ids }, statement, [ids]));
}

describe('datafile_personal_data: false', () => {
  it('answers since whole when it was switched, in either direction', async () => {
    const { version } = await read();
    await setPersonalData(false);
    const without = await read(`?since=${version}`);
    expect([without.since, remoteIn(without)]).toEqual([null, remote]);
    await setPersonalData(true);
    const again = await read(`?since=${without.version}`);
    expect([again.since, remoteIn(again)]).toEqual([null, []]);
    await setPersonalData(false);
  });

  it('replaces each feature that names users by its id, its slug and those of its variables', async () => {
    const body = await read();
    expect(remoteIn(body)).toEqual(remote);
    const [id] = await idsOf('feature', 'by-email');
    expect(body.fragments.find((fragment) => fragment.id === id)).toEqual({
      kind: 'feature',
      id,
      document: { id, slug: 'by-email', remote: true, variables: [{ slug: 'by-email' }] },
    });
  });

  it('leaves segments that name users out', async () => {
    const { text } = await askDatafile(app.server);
    for (const personal of ['a@b.example', 'c@d.example', 'user-7', 'user-8'])
      expect(text).not.toContain(personal);
    const { fragments } = await read();
    expect(fragments.filter(({ kind }) => kind === 'segment').map(({ document }) => document!.slug)).toEqual([
      'canada',
    ]);
  });

  it('holds for deltas too, also for features whose segment did not change', async () => {
    const { version } = await read();
    for (const slug of ['by-staff', 'plain']) await touch(slug);
    const delta = await read(`?since=${version}`);
    expect([delta.since, delta.fragments.length, remoteIn(delta)]).toEqual([version, 2, ['by-staff']]);
  });

  it('answers since whole when a segment changed, because features that name it are sent otherwise then', async () => {
    const { version } = await read();
    const ids = await idsOf('segment', 'canada');
    const anyOf = JSON.stringify([{ all_of: [{ property: 'user_id', operator: 'is', values: ['user-9'] }] }]);
    await app.publish(
      await app.change({ segments: ids }, 'UPDATE segment SET any_of = $2 WHERE id = ANY ($1)', [ids, anyOf]),
    );
    const whole = await read(`?since=${version}`);
    expect([whole.since, remoteIn(whole)]).toEqual([null, [...remote, 'by-canada'].toSorted()]);
  });

  it('a new key alone does not make a delta whole, once the setting is known', async () => {
    const { version } = await read();
    await app.apply(
      createDocument({
        apiKeys: [
          keys.server,
          { key: keys.datafile, kind: 'datafile' },
          '0a8d3f7e-9e52-4d57-8a30-5be6ef0af3d1',
        ],
      }),
    );
    await touch('plain');
    const delta = await read(`?since=${version}`);
    expect([delta.since, delta.fragments.length]).toEqual([version, 1]);
  });
});
