export { consolePages } from './chat/console-pages.ts';
export { describeEvent } from './chat/describe-event.ts';
export { eventSamples, type SampledKind, sampledKinds } from './event-samples.ts';
export { toRequestBody } from './request-body.ts';
