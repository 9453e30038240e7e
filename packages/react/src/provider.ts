import {
  createContext,
  createElement,
  useContext,
  useEffect,
  type ReactElement,
  type ReactNode,
} from 'react';
import type { Client } from '@bunting/client';
import { clientWithoutProvider } from './offline-client.ts';

const Context = createContext<Client | undefined>(undefined);

/** The props of `BuntingProvider`. */
export interface BuntingProviderProps {
  /** Made by `createClient` outside of components, and closed by whoever made it. */
  readonly client: Client;
  readonly children?: ReactNode | undefined;
}

/**
 * Gives the components below it a client.
 * @example
 * const flags = createClient({ url: 'https://flags.shop.example', key: '…-8c11-…', user: { id: 'user-7' } });
 * createRoot(element).render(<BuntingProvider client={flags}><Shop /></BuntingProvider>);
 */
export function BuntingProvider({ client, children }: BuntingProviderProps): ReactElement {
  // Without this listener the stream would close and open again whenever the last component that reads makes way for another.
  useEffect(() => client.on('change', () => {}), [client]);
  return createElement(Context.Provider, { value: client }, children);
}

/** Returns the client of the nearest `BuntingProvider`, or a client without values, so that reading returns fallbacks. */
export function useBunting(): Client {
  return useContext(Context) ?? clientWithoutProvider();
}
