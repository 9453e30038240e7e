import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { trimBatch } from '@bunting/retention';
import { createRetentions } from '../src/retentions.ts';
import { push, snapshot } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { deleteAll, readPositions } from './stored.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
beforeEach(() => deleteAll(app));
afterAll(() => app.stop());

const at = (line: number) => ({ key: 'checkout-enabled', file: 'src/a.ts', line_number: line });
const position = (line: number) => `checkout-enabled src/a.ts:${line}`;

/** References that became stale that many days ago. */
async function pushStale(days: number, ...lines: number[]): Promise<void> {
  await push(app, snapshot({ references: lines.map(at) }));
  await push(app, snapshot({ references: [] }));
  await app.pool.query(
    `UPDATE code_reference SET last_seen_at = now() - $1 * interval '1 day' WHERE line_number = ANY ($2)`,
    [days, lines],
  );
}

async function trim(days: number | undefined): Promise<void> {
  for (const retention of createRetentions(days)) {
    if (retention.keepMs !== undefined) await trimBatch(app.pool, retention, 1_000);
  }
}

describe('stale references', () => {
  it('are kept for ever unless the operator sets a retention (contract §3.2)', async () => {
    await pushStale(10_000, 1);
    await trim(undefined);
    expect(await readPositions(app, 'stale')).toEqual([position(1)]);
  });

  it('that were last seen longer ago than CODE_REFERENCES_RETENTION_DAYS are removed', async () => {
    await pushStale(31, 1, 2);
    await pushStale(29, 3);
    await trim(30);
    expect(await readPositions(app, 'stale')).toEqual([position(3)]);
  });

  it('are recorded anew when they reappear after that', async () => {
    await pushStale(31, 1);
    await trim(30);
    await push(app, snapshot({ references: [at(1)] }));
    expect(await readPositions(app, 'recorded')).toEqual([position(1)]);
  });
});

describe('recorded references', () => {
  it('stay, however long ago the last snapshot was', async () => {
    await push(app, snapshot({ references: [at(1)] }));
    await app.pool.query(
      `UPDATE code_reference SET first_seen_at = now() - interval '10 years'; UPDATE repository_connection SET snapshot_at = now() - interval '10 years'`,
    );
    await trim(1);
    expect(await readPositions(app, 'recorded')).toEqual([position(1)]);
  });
});
