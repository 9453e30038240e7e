/** The screen of webhooks: endpoints, what they are sent, and what came of it, with a dispatcher and a receiver of its own. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPool } from '@bunting/database';
import { startTestReceiver, startTestService, until } from '@bunting/testing';
import { chromium, type Page } from '@bunting/testing/browser';
import { describeWith, itWith, programRequirement } from '@bunting/testing/requirements';
import { verifySnippets } from '../../web/screens/webhooks/verify-snippets.ts';
import { inspect, startOwnConsoleInstallation } from '../console-installation.ts';
import { documentOfConsole } from '../document.ts';
import { useConsole } from '../use-console.ts';
import { printedChecks } from '../printed-checks.ts';

describeWith(chromium, 'the webhooks', (program) => {
  let pool: ReturnType<typeof createPool>;
  let receiver: Awaited<ReturnType<typeof startTestReceiver>>;
  let dispatcher: Awaited<ReturnType<typeof startTestService>> | undefined;
  let answer = { status: 500, text: '{"error":"not today"}' };
  let webhooks: string;
  /** The address of the endpoint that the tests make, one after another. */
  let endpoint: string;
  // In front of the installation's: hooks run in the order in which they stand.
  afterAll(async () => {
    await dispatcher?.stop('SIGKILL');
    await pool?.end();
    await receiver?.stop();
  });
  const { installation, open: openPath } = useConsole(program, () =>
    startOwnConsoleInstallation(documentOfConsole),
  );
  beforeAll(async () => {
    receiver = await startTestReceiver((res) => res.writeHead(answer.status).end(answer.text));
    pool = createPool(installation.databaseUrl, { max: 2 });
    webhooks = `/o/${installation.org}/webhooks`;
  });

  const open = async (path: string, role = 'owner', how = {}) => (await openPath(path, role, how)).page;

  /** Makes a change whose event is delivered. */
  async function rename(page: Page, name: string): Promise<void> {
    const path = `/settings/v1/organisations/${installation.org}/projects/shop/features/checkout`;
    expect((await page.request.patch(installation.url + path, { data: { name } })).status()).toBe(200);
  }

  it('say what they are for where there are none, and are made with a secret that is shown once', async () => {
    const page = await open(webhooks, 'owner', { expected: [/status of 400/] });
    await page.getByText('No endpoints yet.').waitFor();
    await page.getByRole('link', { name: 'Guide for receivers' }).waitFor();
    await page.getByRole('group', { name: 'Create an endpoint with cURL' }).waitFor();
    await inspect(page);
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New endpoint' });
    await dialog.getByLabel('URL').fill('http://93.184.216.34/hook');
    await dialog.getByLabel('All events, including future ones').uncheck();
    await dialog.getByText('Choose at least one.').waitFor();
    await dialog.getByRole('checkbox', { name: 'feature.updated' }).check();
    await dialog.getByText('Sample of feature.updated').click();
    await dialog.getByText('"Renamed sample"').waitFor();
    await inspect(page);
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    await dialog.getByText(/^must start with https/).waitFor();
    await dialog.getByLabel('URL').fill('https://93.184.216.34/hook');
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    const shown = page.getByRole('dialog', { name: 'Signing secret' });
    await shown.getByText(/^whsec_[0-9a-f]{64}$/).waitFor();
    for (const language of ['Python', 'Go', 'Node.js']) {
      await shown.getByRole('button', { name: language, exact: true }).click();
      await shown.getByRole('group', { name: `Verification in ${language}` }).waitFor();
    }
    await inspect(page);
    await shown.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'https://93.184.216.34/hook', level: 1 }).waitFor();
    endpoint = new URL(page.url()).pathname;
    // The interface refuses addresses of this machine, where the receiver is.
    await pool.query('UPDATE webhook_endpoint SET url = $1', [receiver.url]);
  });

  it('say that nobody took a test while no dispatcher runs, and show its answer at once when one does', async () => {
    const page = await open(endpoint, 'owner', { expected: [/status of 503/] });
    await page.getByRole('heading', { name: receiver.url, level: 1 }).waitFor();
    await page.keyboard.press('t');
    const dialog = page.getByRole('dialog', { name: 'Send test' });
    await dialog.getByLabel('Event', { exact: true }).selectOption('member.joined');
    await dialog.getByText('Someone joins the organisation.').waitFor();
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText('Not sent, because no dispatcher is running.').waitFor();
    expect(receiver.received).toEqual([]);
    dispatcher = await startTestService('webhook-dispatcher', {
      DATABASE_URL: installation.databaseUrl,
      REDIS_URL: installation.redis.url,
      WEBHOOK_ALLOW_INSECURE_TARGETS: 'true',
      // On a busy machine what failed must not be tried again between two tests.
      WEBHOOK_RETRY_DELAYS_SECONDS: '3600',
    });
    answer = { status: 202, text: '{"thanks":true}' };
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByText(/^Response 202 in \d+ ms$/).waitFor();
    await dialog.getByText('"thanks": true').waitFor();
    await inspect(page);
    expect(receiver.received.map(({ headers }) => headers['x-service-event'])).toEqual(['member.joined']);
    await dialog.getByRole('button', { name: 'Show delivery' }).click();
    const panel = page.getByRole('complementary', { name: 'Delivery' });
    await panel.getByText('"test": true').waitFor();
    const again = panel.getByRole('button', { name: /^Redeliver/ });
    expect(await again.getAttribute('title')).toBe('This was a test. Send another test instead.');
  });

  it('show a delivery beside the list while it comes: body, headers without the signature, answer, next attempt', async () => {
    const page = await open(endpoint);
    await page.getByRole('link', { name: 'endpoint.test' }).waitFor();
    answer = { status: 500, text: '{"error":"not today"}' };
    await rename(page, 'Checkout, renamed');
    // Nobody loads the page anew.
    await page.getByRole('link', { name: 'feature.updated' }).waitFor();
    await page.getByRole('link', { name: 'feature.updated' }).focus();
    for (const key of ['ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key);
    const panel = page.getByRole('complementary', { name: 'Delivery' });
    await panel.getByText('"name": "Checkout, renamed"').waitFor();
    await panel.getByText('The receiver responded with 500.').waitFor();
    await panel.getByText(/X-Service-Signature: v1=[0-9a-f]{8}…/).waitFor();
    await panel.getByText('"error": "not today"').waitFor();
    await panel.getByText(/next attempt/).waitFor();
    await page.getByText('Failing since').waitFor();
    expect(new URL(page.url()).searchParams.get('delivery')).toMatch(/^[0-9a-f-]{36}$/);
    await inspect(page);
    await Promise.all([page.goBack(), panel.waitFor({ state: 'detached' })]);
    await page.goForward();
    await page.reload();
    await panel.getByText('The receiver responded with 500.').waitFor();
  });

  it('are filtered by the address, and what failed is sent again: one by r, all after they were counted', async () => {
    await pool.query(
      `UPDATE webhook_delivery SET status = 'failed', due_at = NULL, finished_at = now() WHERE status = 'pending'`,
    );
    const page = await open(endpoint, 'owner', { timezoneId: 'Europe/Berlin' });
    await page.getByRole('link', { name: 'endpoint.test' }).waitFor();
    await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Failed' }).click();
    await page.getByRole('link', { name: 'endpoint.test' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?status=failed');
    const from = page.getByLabel('From', { exact: true });
    const filters = page.getByRole('button', { name: 'Filter', exact: true });
    await filters.click();
    await page.getByLabel('Type', { exact: true }).selectOption('feature.deleted');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await filters.click();
    // On the way to 2100 the field has years before there were time zones.
    for (const year of ['0002', '0021', '0210', '2100']) {
      await from.fill(`${year}-01-01T10:30`);
      await from.blur();
      await until(async () => (await from.inputValue()) === `1 Jan ${year}, 10:30`);
    }
    await page.getByText('No deliveries match these filters.').waitFor();
    expect(new URL(page.url()).searchParams.get('from')).toBe('2100-01-01T09:30:00.000Z');
    await from.fill('');
    await page.getByLabel('To', { exact: true }).fill('2100-01-01T10:30');
    await page.getByRole('link', { name: 'endpoint.test' }).waitFor();
    expect([...new URL(page.url()).searchParams]).toEqual([['to', '2100-01-01T09:30:00.000Z']]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Remove the filter Until 1 Jan 2100, 10:30' }).click();
    answer = { status: 204, text: '' };
    await page.getByRole('link', { name: 'feature.updated' }).click();
    const panel = page.getByRole('complementary', { name: 'Delivery' });
    await panel.getByText(/^Attempt 1\b/).waitFor();
    await page.keyboard.press('r');
    await panel.getByText(/^Attempt 2\b/).waitFor();
    await panel.getByText('Delivered', { exact: true }).waitFor();
    await rename(page, 'Checkout, once more');
    // The receiver has the delivery before it is recorded; an attempt recorded afterwards would not be failed.
    const delivered = `SELECT FROM webhook_delivery WHERE status = 'delivered'`;
    await until(async () => (await pool.query(delivered)).rowCount === 3);
    await pool.query(`UPDATE webhook_delivery SET status = 'failed' WHERE status = 'delivered'`);
    const sent = receiver.received.length;
    await page.getByRole('button', { name: 'Redeliver all failed' }).click();
    const dialog = page.getByRole('dialog', { name: 'Redeliver all failed' });
    await dialog.getByRole('button', { name: 'Count' }).click();
    await dialog.getByText('This will send 2 deliveries again').waitFor();
    await inspect(page);
    expect(receiver.received.length).toBe(sent);
    await dialog.getByRole('button', { name: 'Redeliver 2' }).click();
    await page.getByText(/^Queued 2 deliveries to http\S+ again$/).waitFor();
    await until(() => receiver.received.length === sent + 2);
  });

  describe('a rotated secret', () => {
    let secret: string;
    it('is shown once, and signs from then on', async () => {
      const page = await open(endpoint);
      await page.getByRole('button', { name: /^Rotate secret/ }).click();
      const asked = page.getByRole('dialog', { name: 'Rotate secret?' });
      await asked.getByRole('button', { name: 'Rotate' }).click();
      const shown = page.getByRole('dialog', { name: 'New signing secret' });
      secret = (await shown.getByText(/^whsec_/).textContent())!;
      await shown.getByRole('button', { name: 'Done' }).click();
      await rename(page, 'Checkout, signed anew');
      await until(() => receiver.received.at(-1)!.body.includes('signed anew'));
      expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
    });

    const given = () => {
      const { headers, body } = receiver.received.at(-1)!;
      return [
        secret,
        String(headers['x-service-timestamp']),
        String(headers['x-service-signature']),
        body,
      ] as const;
    };

    const expected = ['true', 'false', 'false', 'false'];
    it('is checked by the printed code for Node.js', async () => {
      const checks = printedChecks(given(), (values, body) => {
        const script = `console.log(isGenuine(${values}, Buffer.from(${body})))`;
        return [process.execPath, ['--input-type=module', '-e', `${verifySnippets['Node.js']}\n${script}`]];
      });
      expect(await checks).toEqual(expected);
    });

    itWith(programRequirement('python3'), 'is checked by the printed code for Python', async (python) => {
      const checks = printedChecks(given(), (values, body) => {
        const script = `print(is_genuine(${values}, ${body}.encode()))`;
        return [python, ['-c', `${verifySnippets.Python}\n${script}`]];
      });
      expect(await checks).toEqual(expected);
    });
  });

  it('on hold say since when and are released; settings are saved field by field; the list has 24 hours as text', async () => {
    await pool.query(`UPDATE webhook_endpoint SET held_at = now(), failing_since = 'yesterday'`);
    const page = await open(webhooks, 'owner', { expected: [/status of 412/], isLive: true });
    await page.getByRole('row', { name: /On hold since .* Release/ }).waitFor();
    await page.getByRole('img', { name: /^Last 24 hours: .* delivered, 1 failed/ }).waitFor();
    await inspect(page);
    await page.getByRole('link', { name: receiver.url }).click();
    await page.getByRole('button', { name: 'Release' }).click();
    await page.getByText(`Released ${receiver.url}`).waitFor();
    await page.getByText('URL, format, events and description').click();
    await page.getByLabel('Description').fill('Ours');
    await page.reload();
    expect(await page.getByLabel('Description').inputValue()).toBe('Ours');
    // Somebody else changes another field meanwhile.
    const path = `/settings/v1/organisations/${installation.org}/webhook-endpoints/${endpoint.split('/').at(-1)}`;
    await page.request.patch(installation.url + path, { data: { events: ['*'] } });
    const behind = page.getByRole('alert');
    await behind.getByRole('row', { name: 'Description none Ours' }).waitFor();
    await behind.getByText(/^owner saved 1 change /).waitFor();
    await page.getByText('owner saved 1 change just now · View changes').waitFor();
    await inspect(page);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PATCH'),
      page.keyboard.press('Control+s'),
    ]);
    expect(sent.headers()['if-match']).toMatch(/^"/);
    await page.getByText(/^Saved the endpoint http/).waitFor();
    const { rows } = await pool.query('SELECT description, events, held_at FROM webhook_endpoint');
    expect(rows).toEqual([{ description: 'Ours', events: ['*'], held_at: null }]);
  });

  it('are read by viewers, without the rest of the address, and every button says why it cannot be pressed', async () => {
    await pool.query('UPDATE webhook_endpoint SET url = $1', ['https://hooks.example/first/secret']);
    const page = await open(endpoint, 'viewer');
    await page.getByRole('heading', { name: 'https://hooks.example/first/…', level: 1 }).waitFor();
    for (const name of [/^Send test/, /^Rotate secret/, /^Delete/, /^Redeliver all failed/]) {
      const button = page.getByRole('button', { name });
      expect(await button.getAttribute('aria-disabled')).toBe('true');
      expect(await button.getAttribute('title')).toBe(
        'Only admins and owners can do this. You are a viewer here.',
      );
    }
    await inspect(page);
    await page.keyboard.press('t');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to' }).waitFor();
    expect(await page.getByRole('dialog', { name: 'Send test' }).count()).toBe(0);
  });

  it('are deleted after asking', async () => {
    const page = await open(endpoint);
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoints yet.').waitFor();
    await page.getByText(/^Deleted the endpoint http/).waitFor();
  });

  it('of a long list are asked for their hours once they are seen', async () => {
    await pool.query(
      `INSERT INTO webhook_endpoint (id, organisation_id, url, events, secret, updated_at)
       SELECT gen_random_uuid(), id, 'https://a.example', '{*}', 'whsec_', now() FROM organisation, generate_series(1, 99)`,
    );
    const page = await open('/account');
    const asked = new Set<string>();
    page.on('request', (request) => request.url().endsWith('/activity') && asked.add(request.url()));
    await page.goto(installation.url + webhooks);
    await page.getByRole('img').first().waitFor();
    expect(asked.size).toBeLessThan(50);
  });
});
