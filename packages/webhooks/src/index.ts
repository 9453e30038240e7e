// The sender is exported by `@bunting/webhooks/sender`, because services that only write deliveries need not load it, and the bodies by
// `@bunting/webhooks/bodies`.
export { announceDeliveries, type DueDelivery, parseDueMessage } from './announce-deliveries.ts';
export {
  answerTest,
  askForTest,
  takeTest,
  type TestAnswer,
  type TestOutcome,
  type TestRequest,
} from './ask-for-test.ts';
export {
  checkTarget,
  flawOfTarget,
  parseUrl,
  type TargetOptions,
  type TargetRules,
} from './delivery/check-target.ts';
export { withoutCode } from './delivery/failure-sentences.ts';
export type { Network } from './delivery/own-networks.ts';
export { createResolve } from './delivery/resolve-host.ts';
export { deliveryBody, toSignature } from './delivery-body.ts';
export {
  type ByActor,
  type AdviceEventData,
  type ChangeRequestData,
  type EventKind,
  eventKinds,
  type EventSelection,
  type FeatureData,
  type MemberData,
  testEventKind,
} from './events.ts';
export { endpointFormats, type EndpointFormat } from './formats.ts';
export { parkDeliveries, unparkDeliveries } from './park-deliveries.ts';
export { dueChannel, queueNames, queuePrefix, testChannel } from './queues.ts';
export { readTargetRules, webhookFields } from './webhook-fields.ts';
export {
  type OrganisationEvent,
  readSubscribers,
  type Subscriber,
  writeDeliveries,
} from './write-deliveries.ts';
