/** OpenFeature's provider for servers. */
export { BuntingServerProvider } from './server-provider.ts';
