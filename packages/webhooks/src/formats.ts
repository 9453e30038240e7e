/** The formats of request bodies: the contract's envelope (§6.2), or a message that Slack or Microsoft Teams shows. */
export const endpointFormats = ['bunting', 'slack', 'teams'] as const;
/** One of `endpointFormats`. */
export type EndpointFormat = (typeof endpointFormats)[number];
