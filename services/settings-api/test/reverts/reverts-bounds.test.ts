import { beforeEach, describe, expect, it } from '@jest/globals';
import { applyDocument } from '@bunting/bootstrap';
import { newId } from '@bunting/database';
import { maxBytes, maxRecords } from '../../src/reverts/records.ts';
import { restoreOrganisations } from '../checkout.ts';
import { createCalls } from '../client.ts';
import { organisations, withoutPasswords } from '../organisations.ts';
import { getDetails, readFragments, readRecords, revertLast } from './revert.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const web = createCalls(app);
beforeEach(() => restoreOrganisations(app));

describe('large changes', () => {
  it('are reverted as a whole: 700 features that one document made, with what is served of them', async () => {
    const before = [(await web.get('/export')).body, await readFragments(app)];
    const [acme] = withoutPasswords(organisations).organisations;
    const [project] = acme?.projects ?? [];
    const made = Array.from({ length: 700 }, (_, index) => ({
      slug: `made-${index}`,
      variables: [{ slug: `made-${index}`, type: 'boolean' }],
      variations: [{ slug: 'on', values: { [`made-${index}`]: true } }],
      environments: { staging: { defaults: { [`made-${index}`]: 'on' }, overrides: { u: 'on', v: 'on' } } },
    }));
    const { features = [] } = project as { features?: object[] };
    await applyDocument(app, {
      organisations: [{ ...acme, projects: [{ ...project, features: [...features, ...made] }] }],
    });
    expect(await readRecords(app)).toHaveLength(2_100);
    expect(await revertLast(app)).toMatchObject({ status: 200 });
    expect([(await web.get('/export')).body, await readFragments(app)]).toEqual(before);
  });

  it.each([
    ['records', maxRecords + 1, 0],
    ['bytes', 2, maxBytes / 2],
  ])(
    'of too many %s are 409 not_revertible, and say to revert them record by record',
    async (_, count, bytes) => {
      await app.pool.query(
        `INSERT INTO audit_record (id, organisation_id, project_id, actor, source, action, subject, change_id, after)
       SELECT gen_random_uuid(), organisation_id, project.id, 'a', 'import', 'segment.updated', 'web/canada', $1,
         json_build_object('slug', 'canada', 'name', repeat('x', $3::int), 'any_of', '[]'::json)
       FROM project, generate_series(1, $2::int) WHERE project.slug = 'web'`,
        [newId(), count, bytes],
      );
      const answer = await revertLast(app);
      expect(answer).toMatchObject({ status: 409, body: { code: 'not_revertible' } });
      expect(getDetails(answer)).toEqual([
        [
          '',
          'the change has more than 50000 records or 32 MiB: revert its records one by one with {"only": true}',
        ],
      ]);
    },
  );

  it('of many conflicts name the first of them, in an answer of at most 64 KiB', async () => {
    const overrides = (variation: string) =>
      Object.fromEntries(
        Array.from({ length: 3_000 }, (_, index) => [`user-of-a-long-name-${index}`, variation]),
      );
    const document = (variation: string) => {
      const [acme] = withoutPasswords(organisations).organisations;
      const [project] = acme?.projects ?? [];
      const { features: [feature] = [] } = project as { features?: object[] };
      const environments = { staging: { overrides: overrides(variation) } };
      return {
        organisations: [{ ...acme, projects: [{ ...project, features: [{ ...feature, environments }] }] }],
      };
    };
    await applyDocument(app, document('off'));
    await applyDocument(app, document('one-page'));
    const [, first] = await readRecords(app);
    await app.pool.query('DELETE FROM audit_record WHERE id <> $1', [first?.id]);
    const answer = await revertLast(app);
    expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(getDetails(answer).at(-1)).toEqual(['', 'and more']);
    expect(Buffer.byteLength(JSON.stringify(answer.body))).toBeLessThanOrEqual(64 * 1024);
  });
});
