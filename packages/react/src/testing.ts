/** A provider in memory for the tests of components: no network, no timers. */
import { createElement, useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import type { SomeValues } from '@bunting/client';
import { createTestClient } from '@bunting/client/testing';
import { BuntingProvider } from './provider.ts';

/** The props of `TestBuntingProvider`. */
export interface TestBuntingProviderProps {
  /** The values of variables by key. Others are fallbacks. */
  readonly values?: SomeValues | undefined;
  readonly children?: ReactNode | undefined;
}

/**
 * Gives the components below it these values; other values later change them, as the service would. To look at events, give a
 * `BuntingProvider` a client that `createTestClient` made.
 * @example
 * render(<TestBuntingProvider values={{ 'checkout-layout': 'one-page' }}><Checkout /></TestBuntingProvider>);
 */
export function TestBuntingProvider({ values = {}, children }: TestBuntingProviderProps): ReactElement {
  const [client] = useState(() => createTestClient(values));
  const before = useRef<SomeValues>({});
  useEffect(() => {
    const gone = Object.keys(before.current).map((key) => [key, undefined] as const);
    before.current = values;
    client.set({ ...Object.fromEntries<unknown>(gone), ...values });
  }, [client, values]);
  return createElement(BuntingProvider, { client }, children);
}
