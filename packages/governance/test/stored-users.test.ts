import { expect, it } from '@jest/globals';
import { toCalendarMonth } from '../src/monthly-active-users/calendar-month.ts';
import { readStoredUsers } from '../src/monthly-active-users/stored-users.ts';
import { organisation } from './governed.ts';
import { shareServers } from './use-servers.ts';

const servers = shareServers();

async function read(organisationId: string, month: ReturnType<typeof toCalendarMonth>): Promise<string[][]> {
  const pages: string[][] = [];
  for await (const page of readStoredUsers(servers.pool, { organisationId, month })) pages.push([...page]);
  return pages;
}

it('reads every stored user of the month once, in pages, from the lowest hash to the highest', async () => {
  const { id } = organisation();
  const month = toCalendarMonth(Date.now());
  expect(await read(id, month)).toEqual([]);
  await servers.pool.query(
    `INSERT INTO monthly_active_user (organisation_id, month, user_hash)
     SELECT $1, $2, ('x' || substr(md5(i::text), 1, 16))::bit(64)::bigint FROM generate_series(1, 12000) AS i
     UNION VALUES ($1::uuid, $2::date, 9223372036854775807), ($1, $2, -9223372036854775808), ($1, '2020-01-01', 1)`,
    [id, month.firstDay],
  );
  const pages = await read(id, month);
  expect(pages).toHaveLength(3);
  for (const page of pages) expect(page.length).toBeGreaterThan(3_500);
  expect(new Set(pages.flat()).size).toBe(12_002);
  expect(pages.flat()).toHaveLength(12_002);
  expect(pages[0]).toContain('-9223372036854775808');
  expect(pages[2]).toContain('9223372036854775807');
});
