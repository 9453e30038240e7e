/** Webhook endpoints for Slack and Microsoft Teams in Chromium. */
import { it } from '@jest/globals';
import { chromium } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'the format of a webhook endpoint', (program) => {
  const { installation, open } = useConsole(program);

  it('says where the URL comes from and shows the messages; it can be changed later', async () => {
    const { page } = await open(`/o/${installation.org}/webhooks`);
    await page.getByText('No endpoints yet.').waitFor();
    await page.keyboard.press('n');
    const dialog = page.getByRole('dialog', { name: 'New endpoint' });
    await dialog.getByLabel('Format').selectOption('Slack message');
    await dialog.getByText('Incoming Webhooks → Add New Webhook').waitFor();
    await dialog.getByLabel('All events, including future ones').uncheck();
    await dialog.getByRole('checkbox', { name: 'feature.updated' }).check();
    await dialog.getByText('Sample of feature.updated').click();
    await dialog.getByText('ada@sample.example updated the feature Renamed sample').waitFor();
    await inspect(page);
    await dialog.getByLabel('URL').fill('https://93.184.216.34/services/T/B/X');
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    await page.getByRole('dialog', { name: 'Signing secret' }).getByRole('button', { name: 'Done' }).click();
    await page.getByText('Slack message · feature.updated').click();
    await page.getByLabel('Format').selectOption('Microsoft Teams message');
    await page.getByText('Send webhook alerts to a channel').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText(/^Saved the endpoint http/).waitFor();
    await page.getByText('Microsoft Teams message · feature.updated').waitFor();
    await page.getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByRole('row', { name: /T\/B\/X *Microsoft Teams message/ }).waitFor();
    await inspect(page);
  });
});
