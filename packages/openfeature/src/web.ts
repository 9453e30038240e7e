/** OpenFeature's provider for pages. */
export { BuntingWebProvider, type BuntingWebProviderOptions } from './web-provider.ts';
