import type { Client } from './public/client.ts';
import type { ClientOptions } from './public/options.ts';
import { createClientIn } from './create-client-in.ts';
import type { Platform } from './platform.ts';

/**
 * Creates a client of one environment, which requests the values of its user at once. With wrong options it reports all mistakes (`onError`),
 * sends no requests and returns fallbacks.
 * @example
 * const flags = createClient({ url: 'https://flags.shop.example', key: '…-8c11-…', user: { id: 'user-7' } });
 * await flags.ready({ timeoutMs: 500 });
 * if (flags.value('checkout-enabled', false)) showCheckout();
 */
export function createClient(options: ClientOptions): Client {
  return createClientIn(globalThis as unknown as Platform, options);
}
