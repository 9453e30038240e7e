import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { makeHostileFeatures, storeHostileFeatures } from '@bunting/testing';
import { measuredTurns, readTurns } from '@bunting/testing/turns';
import { createTestInstallation, type TestInstallation } from '@bunting/testing/apps';
import { keys, organisations } from './organisations.ts';
import { toEvent, ingestAt } from './requests.ts';

let installation: TestInstallation;
beforeAll(async () => {
  installation = await createTestInstallation('ingest-api', organisations);
  const pool = createPool(installation.env.DATABASE_URL);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT environment.id FROM environment JOIN project ON project.id = project_id
     JOIN organisation ON organisation.id = organisation_id
     WHERE organisation.slug = 'acme' AND environment.slug = 'production'`,
  );
  await storeHostileFeatures(pool, rows[0]!.id);
  await pool.end();
});
afterAll(() => installation.stop());

/** Fifty milliseconds are allowed; other threads of the process and a machine with other work count as well. */
const longestTurnMs = 300;

it('a process that takes events reads definitions beyond the limits without stalling, and reports what it cannot read', async () => {
  const service = await installation.start(measuredTurns('--max-old-space-size=256'));
  await readTurns(service);
  expect((await ingestAt(service, [toEvent()], keys.production)).status).toBe(202);
  expect((await readTurns(service)).worstTurnMs).toBeLessThan(longestTurnMs);
  for (const { slug, reason } of makeHostileFeatures()) {
    const answer = await ingestAt(service, [toEvent({ variable: slug, variation: 'on' })], keys.production);
    expect([slug, answer.status]).toEqual([slug, reason === 'variable_not_found' ? 400 : 202]);
  }
  expect(await service.metric('bunting_datafile_malformed_definitions{kind="document"}')).toBe(20);
  expect(service.outputSoFar()).toContain('A stored document is unreadable: its variables count as missing');
  expect(await service.stop()).toBe(0);
});
