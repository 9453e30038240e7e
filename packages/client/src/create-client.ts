import type { Client } from './public/client.ts';
import type { ClientOptions } from './public/options.ts';
import { createClientIn } from './create-client-in.ts';
import type { Scope } from './scope.ts';

/**
 * A client of one environment, which asks for the values of its user at once. With wrong options it
 * asks nobody, gives fallbacks, and reports all that is wrong (`onError`).
 * @example
 * const flags = createClient({ url: 'https://flags.shop.example', key: '…-8c11-…', user: { id: 'user-7' } });
 * await flags.ready({ timeoutMs: 500 });
 * if (flags.value('checkout-enabled', false)) showCheckout();
 */
export function createClient(options: ClientOptions): Client {
  return createClientIn(globalThis as unknown as Scope, options);
}
