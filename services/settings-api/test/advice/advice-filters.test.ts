import { describe, expect, it } from '@jest/globals';
import { readAdvicePage } from '../../src/advice/read-advice-page.ts';
import type { AdvisedProject } from '../../src/advice/read-project-signals.ts';
import { makeSurvey, type AdviceKey } from '../../src/advice/survey.ts';
import { verdicts } from '../../src/advice/verdict.ts';
import { useAdvisedProject } from './advised-project.ts';

const { app, calls, ago, counted, now, list } = useAdvisedProject();

describe('a list of advice that is kept for a minute', () => {
  const storedOf = (slug: string, statement: string) => app.pool.query(statement, [slug]);
  const askedFor = (slug: string) =>
    app.pool.query(
      `INSERT INTO unknown_key (environment_id, key, count, first_at, last_at)
       SELECT id, $1, 3, $2, $2 FROM environment WHERE slug = 'staging'`,
      [slug, ago(1)],
    );

  it.each([
    {
      name: 'its feature was evaluated',
      query: 'verdict=archive',
      before: ['forgotten archive true'],
      change: () => counted('forgotten', 'staging', 0.5, 1),
      undo: () =>
        app.pool.query('UPDATE evaluation_rollup SET last_at = $2 WHERE last_at = $1', [ago(0.5), ago(51)]),
    },
    {
      name: 'its archived feature was asked for',
      query: 'verdict=delete&certain=true',
      before: ['retired delete true'],
      change: () => askedFor('retired'),
      undo: () => app.pool.query('TRUNCATE unknown_key'),
    },
    {
      name: 'it is to be kept, and no verdict is named',
      query: 'tag=q4&kind=release',
      before: ['banner remove_code true'],
      change: () => storedOf('banner', "UPDATE feature SET snoozed_until = '9999-01-01' WHERE slug = $1"),
      undo: () => storedOf('banner', 'UPDATE feature SET snoozed_until = NULL WHERE slug = $1'),
    },
    {
      name: 'it became uncertain',
      query: 'verdict=delete&certain=true',
      before: ['retired delete true'],
      change: () => app.pool.query('UPDATE environment SET counted_since = $1', [ago(3)]),
      undo: () => app.pool.query('UPDATE environment SET counted_since = $1', [ago(100)]),
    },
    {
      name: 'its kind is another',
      query: 'kind=operational',
      before: ['forgotten archive true'],
      change: () => storedOf('forgotten', "UPDATE feature SET kind = 'release' WHERE slug = $1"),
      undo: () => storedOf('forgotten', "UPDATE feature SET kind = 'operational' WHERE slug = $1"),
    },
    {
      name: 'its owner is another',
      query: 'owner=ada@acme.example',
      before: ['banner remove_code true'],
      change: () => storedOf('banner', "UPDATE feature SET owners = '{}' WHERE slug = $1"),
      undo: () =>
        storedOf('banner', "UPDATE feature SET owners = '{ada@acme.example,@acme/shop}' WHERE slug = $1"),
    },
    {
      name: 'its tag is another',
      query: 'tag=q4',
      before: ['banner remove_code true'],
      change: () => storedOf('banner', "UPDATE feature SET tags = '{}' WHERE slug = $1"),
      undo: () => storedOf('banner', "UPDATE feature SET tags = '{q4}' WHERE slug = $1"),
    },
  ])(
    'leaves out an entry that the filter no longer matches: $name',
    async ({ query, before, change, undo }) => {
      expect(await list(`?${query}`)).toEqual(before);
      await change();
      expect(await list(`?${query}`)).toEqual([]);
      await undo();
      expect(await list(`?${query}`)).toEqual(before);
    },
  );

  it('fills its pages with those that match, and goes on behind those that do not', async () => {
    const [first, second] = ['banner remove_code true', 'dark remove_code true'];
    expect(await list('?verdict=remove_code')).toEqual([first, second]);
    await storedOf('banner', "UPDATE feature SET snoozed_until = '9999-01-01' WHERE slug = $1");
    const { body } = await calls.get('/advice?verdict=remove_code&limit=1');
    expect(body).toMatchObject({ items: [{ feature: 'dark' }], next_cursor: null });
    await storedOf('banner', 'UPDATE feature SET snoozed_until = NULL WHERE slug = $1');
  });

  it('says where to go on when it has examined as many as it may', async () => {
    const { rows: projects } = await app.pool.query<AdvisedProject>(
      `SELECT project.id, organisation_id AS "organisationId", advice
       FROM feature JOIN project ON project.id = project_id WHERE feature.slug = 'banner'`,
    );
    const survey = await makeSurvey(app.pool, projects[0]!, now());
    await storedOf('banner', "UPDATE feature SET snoozed_until = '9999-01-01' WHERE slug = $1");
    const filter = { verdict: 'remove_code' } as const;
    const readPage = (after: AdviceKey | undefined) =>
      readAdvicePage(app.pool, survey, filter, { after, limit: 1, maxExamined: 1 });
    const empty = await readPage(undefined);
    expect(empty).toEqual({
      rows: [],
      readUpTo: [verdicts.indexOf('remove_code'), expect.any(Number), 'banner'],
    });
    const next = await readPage(empty.readUpTo);
    expect(next.rows.map(({ advice }) => advice.feature.slug)).toEqual(['dark']);
    await storedOf('banner', 'UPDATE feature SET snoozed_until = NULL WHERE slug = $1');
  });
});
