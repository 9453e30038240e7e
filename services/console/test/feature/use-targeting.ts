import { expect } from '@jest/globals';
import type { Page } from '@bunting/testing/browser';
import { openPageSignedIn } from '../console-installation.ts';
import { useConsole } from '../use-console.ts';

export const defaults = { 'checkout-enabled': 'off', 'checkout-layout': 'off' };

export const bar = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });

/** Opens the Targeting tab of one feature, and reads and changes its environments beside the page. */
export function useTargeting(program: string) {
  const { installation, browser, open } = useConsole(program);
  /** Returns the address in the management API. */
  const servingOf = (env: string) =>
    `${installation.url}/settings/v1/organisations/${installation.org}/projects/shop/features/checkout/environments/${env}`;
  return {
    installation,
    servingOf,
    open: (env: string, role = 'owner', expected: RegExp[] = []) =>
      open(`/o/${installation.org}/p/shop/features/checkout/env/${env}`, role, { expected }),
    write: async (role: string, env: string, data: object): Promise<void> => {
      const { context } = await openPageSignedIn(browser, installation, installation.emailOf(role));
      expect((await context.request.put(servingOf(env), { data })).status()).toBe(200);
    },
  };
}
