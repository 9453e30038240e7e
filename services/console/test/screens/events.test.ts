/** Events of an environment: names, counts, users and the verified share, as a chart and as a table. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPool, newId } from '@bunting/database';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { sharedConsole } from '../installation/shared-console.ts';
import { useConsole } from '../use-console.ts';

/** A minute ago, which shortly after midnight is yesterday. */
const occurredAt = new Date(Date.now() - 60_000);

describeWith(chromium, 'the events', (program) => {
  const { installation, open: openPath } = useConsole(program);
  let pool: ReturnType<typeof createPool>;
  beforeAll(async () => {
    pool = createPool((await sharedConsole()).databaseUrl, { max: 2 });
  });
  afterAll(() => pool?.end());
  const open = async (query: string): Promise<Page> => {
    const { page } = await openPath(`/o/${installation.org}/p/shop/events${query}`, 'viewer');
    return page;
  };

  /** Stores the rows and their batch in one transaction, as ingest-api does. */
  async function store(
    events: readonly (readonly [event: string, variation: string, user: string, verified: boolean])[],
  ) {
    const batch = newId().slice(0, 31);
    const ids = events.map((_, index) => batch + index.toString(16).padStart(5, '0'));
    const column = (at: 0 | 1 | 2 | 3) => events.map((event) => event[at]);
    await pool.query(
      `WITH environment AS (
         SELECT environment.id, project_id FROM environment JOIN project ON project.id = project_id
         JOIN organisation ON organisation.id = organisation_id
         WHERE environment.slug = 'production' AND organisation.slug = $6
       ), batch AS (
         INSERT INTO event_batch (first_id, last_id, environment_id) SELECT $7, $8, id FROM environment
       )
       INSERT INTO stored_event (id, environment_id, variable_id, variation_id, event, user_key, value, occurred_at,
         evaluation_trace_verified)
       SELECT given.id, environment.id, variable.id, variation.id, event, user_key, NULL, $9, verified
       FROM environment, unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bool[])
         AS given (id, event, variation, user_key, verified)
       JOIN variable ON variable.slug = 'checkout-layout' AND variable.deleted_at IS NULL
       JOIN variation ON variation.feature_id = variable.feature_id AND variation.slug = given.variation
       WHERE variable.project_id = environment.project_id`,
      [ids, column(0), column(1), column(2), column(3), installation.org, ids[0], ids.at(-1), occurredAt],
    );
  }

  it('show how the first one is sent, and come by themselves', async () => {
    const page = await open('?env=production');
    await page
      .getByRole('group', { name: 'First event' })
      .getByText(`${installation.url}/v1/events`)
      .waitFor();
    await page.getByText('Waiting for the first event…').waitFor();
    await inspect(page);
    await store([
      ['purchase', 'one-page', 'ada', true],
      ['purchase', 'one-page', 'ada', false],
      ['<b>click</b>', 'off', 'grace', false],
    ]);
    await page.getByRole('row', { name: /^purchase checkout-layout one-page 2 1 50\.0%$/ }).waitFor();
    await page.getByRole('row', { name: /^<b>click<\/b> checkout-layout off 1 1 0%$/ }).waitFor();
  });

  it('name the environment in the address, also where this browser has chosen it', async () => {
    const page = await open('');
    await page.getByRole('heading', { name: 'Events by day' }).waitFor();
    expect(new URL(page.url()).searchParams.get('env')).toBe('production');
  });

  it('are drawn by day or hour, and are a table at a press; the address says all of it', async () => {
    const page = await open('?env=production&event=purchase');
    const chart = page.getByRole('img', { name: /^2 events from .* at most 2 in one day$/ });
    await chart.waitFor();
    // Screen readers get the figures of the chart in a table beside it.
    await page.getByRole('table', { name: 'Events by day' }).getByRole('cell', { name: '2' }).waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'By hour' }).click();
    await page.getByRole('img', { name: /^2 events from .* at most 2 in one hour$/ }).waitFor();
    await page.getByRole('button', { name: 'Show table' }).click();
    const table = page.getByRole('region', { name: 'Events by hour' }).getByRole('table');
    await table.getByRole('cell', { name: '2', exact: true }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      env: 'production',
      event: 'purchase',
      bucket: 'hour',
      view: 'table',
    });
    await inspect(page);
    await page.reload();
    await table.getByRole('cell', { name: '2', exact: true }).waitFor();
    const openFilters = () => page.getByRole('button', { name: 'Filter', exact: true }).click();
    await openFilters();
    await page.getByLabel('Event', { exact: true }).selectOption('');
    await page.getByRole('row', { name: /^<b>click/ }).waitFor();
    await page.getByLabel('Variable', { exact: true }).fill('checkout-enabled');
    await page.getByText(/^No events since /).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('row', { name: /^<b>click/ }).waitFor();
    await openFilters();
    expect(await page.getByLabel('Variable', { exact: true }).inputValue()).toBe('');
    // The day that ends a period is in it.
    const day = occurredAt.toISOString().slice(0, 10);
    await page.getByLabel('From', { exact: true }).fill(day);
    await page.getByLabel('To', { exact: true }).fill(day);
    await page.getByRole('row', { name: /^<b>click/ }).waitFor();
  });
});
