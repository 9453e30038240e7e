import type { Client } from '@bunting/client';

let isReported = false;

/** Nothing that an application calls throws: where it forgot the provider, variables are their fallbacks and the console says why. */
function report(): void {
  if (isReported) return;
  isReported = true;
  const { console } = globalThis as unknown as { console: { warn(message: string): void } };
  console.warn('Bunting: there is no BuntingProvider above this component, so variables are their fallbacks');
}

const settled = () => Promise.resolve('failed' as const);

/** The client of components that have no provider. */
export const withoutProvider = {
  status: 'failed',
  ready: settled,
  value: (_key: string, fallback: unknown) => fallback,
  details: (_key: string, fallback: unknown) => ({
    value: fallback,
    variation: null,
    reason: null,
    feature: null,
    isFallback: true,
    source: 'fallback',
    error: 'not_loaded',
  }),
  all: () => ({ version: 0, results: {} }),
  identify: settled,
  refresh: settled,
  track: report,
  override: report,
  on() {
    report();
    return () => {};
  },
  flush: () => Promise.resolve(true),
  close: () => Promise.resolve(),
} as Client;
