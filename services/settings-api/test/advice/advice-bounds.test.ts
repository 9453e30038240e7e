import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool, newId } from '@bunting/database';
import { createTestDatabase, until, type TestDatabase } from '@bunting/testing';
import { cheapHashes, filledWith } from '@bunting/testing/filling';
import type { Pool } from 'pg';
import type { AdvisedProject } from '../../src/advice/read-project-signals.ts';
import { createSurveyReader, type Survey } from '../../src/advice/survey.ts';
import { settingsErrors } from '../../src/framework/errors.ts';
import { lockTable } from '../framework/lock-table.ts';
import { organisations } from '../organisations.ts';

/** All surveys are a minute old, so they are repeated. */
const moment = Date.now();
const now = () => moment;

let database: TestDatabase;
let pool: Pool;
/** With one feature. */
let web: AdvisedProject;
/** With none. */
let empty: AdvisedProject;
beforeAll(async () => {
  database = await createTestDatabase(filledWith(organisations, cheapHashes));
  pool = createPool(database.url, { max: 5 });
  const { rows } = await pool.query<AdvisedProject>(
    `SELECT id, organisation_id AS "organisationId", advice FROM project ORDER BY slug = 'web' DESC`,
  );
  [web, empty] = rows as [AdvisedProject, AdvisedProject];
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe('the list of advice', () => {
  it('is made for one project at a time; a hundred others wait, and more are refused', async () => {
    // The time of a hundred surveys depends on the machine.
    const reader = createSurveyReader({ pool, now, maxWaitMs: 600_000 });
    // A survey waits for this lock; what tells whether one is needed does not.
    const lock = await lockTable(pool, 'datafile_fragment');
    const first = reader.survey(web);
    let refused = 0;
    const others: Promise<Survey | undefined>[] = [];
    const surveyOther = async () => {
      try {
        return await reader.survey({ ...web, id: newId(), organisationId: newId() });
      } catch (error) {
        expect(error).toBe(settingsErrors.tooManySurveys);
        refused += 1;
        return undefined;
      }
    };
    try {
      await lock.untilAwaited();
      for (let count = 0; count < 110; count += 1) others.push(surveyOther());
      await until(() => refused >= 10);
    } finally {
      await lock.release();
    }
    expect((await first).features).toHaveLength(1);
    expect((await Promise.all(others)).filter((survey) => survey !== undefined)).toHaveLength(100);
    expect(await reader.survey(web)).toBe(await first);
  });

  it('is made for twenty-five projects of one organisation, and more are refused', async () => {
    const reader = createSurveyReader({ pool, now, maxWaitMs: 600_000 });
    const lock = await lockTable(pool, 'datafile_fragment');
    const first = reader.survey(web);
    const own: Promise<Survey>[] = [];
    let refused = 0;
    try {
      await lock.untilAwaited();
      for (let count = 0; count < 30; count += 1) {
        const survey = reader.survey({ ...web, id: newId() });
        survey.catch((error: unknown) => {
          expect(error).toMatchObject({ status: 429, code: 'organisation_share_exceeded' });
          refused += 1;
        });
        own.push(survey);
      }
      await until(() => refused >= 5);
    } finally {
      await lock.release();
    }
    await first;
    expect((await Promise.allSettled(own)).filter(({ status }) => status === 'fulfilled')).toHaveLength(25);
  });

  it('is made anew where those of later projects have too many features to keep it, too', async () => {
    const keptAfterOther = async (maxKeptFeatures: number) => {
      const reader = createSurveyReader({ pool, now, maxKeptFeatures });
      const [first, other] = [await reader.survey(web), await reader.survey(empty)];
      expect(await reader.survey(empty)).toBe(other);
      return (await reader.survey(web)) === first;
    };
    // A project counts as one feature more than it has.
    expect(await keptAfterOther(3)).toBe(true);
    expect(await keptAfterOther(2)).toBe(false);
  });
});
