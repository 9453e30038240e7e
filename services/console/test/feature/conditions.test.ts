/** The conditions of a rule: what is said of them while one types, and the users of a file that they are tried on. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { chromium } from '@bunting/testing/browser';
import { describeWith } from '@bunting/testing/requirements';
import { inspect } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

describeWith(chromium, 'the conditions of a rule', (program) => {
  const { installation, open: openPath } = useConsole(program);
  const open = (env: string, options = {}) =>
    openPath(`/o/${installation.org}/p/shop/features/checkout/env/${env}`, 'owner', options);

  it('are checked as they are typed: a range, version or date that is none is marked with what it must be, a right one is not', async () => {
    const { page } = await open('staging', { expected: [/status of 400/] });
    await page.getByRole('button', { name: 'Add rule' }).click();
    await page.getByRole('button', { name: 'Add condition' }).click();
    const lines = page.getByRole('region', { name: 'Unsaved changes' }).getByText('rule 1: added');
    for (const [attribute, operator, wrong, right, sentence] of [
      ['ip_address', 'in_cidr', '10.0.0.0/33', '10.0.0.0/8', 'an address range such as 10.0.0.0/8'],
      ['app_version', 'semver_gte', '1.x', '1.4.2', 'a version such as 1.4.2'],
      ['custom', 'before', '2026-02-30', '2026-02-28', 'an ISO 8601 date'],
    ] as const) {
      await page.getByLabel('Attribute').selectOption(attribute);
      await page.getByLabel('Operator').selectOption(operator);
      if (attribute === 'custom') await page.getByLabel('Custom attribute name').fill('since');
      const field = page.getByLabel(/^Value of /);
      await field.fill(`${wrong},`);
      await page.locator('[aria-invalid="true"]').and(field).waitFor();
      const described = await field.getAttribute('aria-describedby');
      await page.locator(`[id="${described}"]`).getByText(`${wrong} must be ${sentence}`).waitFor();
      await page.getByRole('button', { name: `Remove ${wrong}` }).click();
      await field.fill(`${right},`);
      await lines.waitFor();
      expect(await field.getAttribute('aria-invalid')).toBeNull();
      expect(await page.getByRole('alert').count()).toBe(0);
      await page.getByRole('button', { name: `Remove ${right}` }).click();
    }
  });

  it('are tried on the users of a file that is dropped, unless it is too large', async () => {
    const { page, context } = await open('production');
    await page.getByRole('button', { name: 'Preview audience' }).click();
    const field = page.getByRole('textbox', { name: 'Users' });
    const folder = await mkdtemp(join(tmpdir(), 'bunting-users-'));
    const devtools = await context.newCDPSession(page);
    /** Drops a file as a hand does: a browser opens the file if the page does not accept it. */
    const drop = async (text: string) => {
      const file = join(folder, 'users.csv');
      await writeFile(file, text);
      const { x, y, width, height } = (await field.boundingBox())!;
      for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
        await devtools.send('Input.dispatchDragEvent', {
          type,
          x: x + width / 2,
          y: y + height / 2,
          data: { items: [], files: [file], dragOperationsMask: 1 },
        });
    };
    await field.scrollIntoViewIfNeeded();
    await drop('id,country\nu-1,CA\nu-2,CA\nu-3,FR\n');
    await page.getByText('3 users', { exact: true }).waitFor();
    await page.getByText('Half of Canada: 2 matched, 2 served').waitFor();
    expect(await field.inputValue()).toBe('id,country\nu-1,CA\nu-2,CA\nu-3,FR\n');
    await field.fill('');
    await drop('u'.repeat(1_000_001));
    await page.getByText('The file is larger than 1 MB.').waitFor();
    expect(await field.inputValue()).toBe('');
    // Elements scrolled below the bar at the top have no size for axe.
    await page.evaluate('scrollTo(0, 0)');
    await inspect(page);
    await rm(folder, { recursive: true });
  });
});
