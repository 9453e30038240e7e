// The sender is exported by `@bunting/webhooks/sender`, because services that only write deliveries need not load it.
export { announceDeliveries, parseDueMessage } from './announce-deliveries.ts';
export type { DueDelivery } from './announce-deliveries.ts';
export { answerTest, askForTest, takeTest } from './ask-for-test.ts';
export type { TestAnswer, TestOutcome, TestRequest } from './ask-for-test.ts';
export { checkTarget, flawOfTarget } from './delivery/check-target.ts';
export type { AllowedTarget, TargetCheck, TargetOptions } from './delivery/check-target.ts';
export { parseUrl } from './delivery/parse-url.ts';
export { createResolve } from './delivery/resolve-host.ts';
export type { Resolve } from './delivery/resolve-host.ts';
export { deliveryBody } from './delivery-body.ts';
export type { Envelope } from './delivery-body.ts';
export type { EventData, FeatureData, MemberData, WebhookEvent } from './event-data.ts';
export { eventKinds, testEventKind } from './event-kinds.ts';
export type { EventKind, EventSelection } from './event-kinds.ts';
export { parkDeliveries, unparkDeliveries } from './park-deliveries.ts';
export { dueChannel, queueNames, queuePrefix, testChannel } from './queues.ts';
export { createSealingKeys, openSecret, resealSecret, sealSecret } from './seal-secret.ts';
export type { SealedSecret, SealingKeys } from './seal-secret.ts';
export { signatureOf } from './signature.ts';
export { webhookFields } from './webhook-fields.ts';
export { readSubscribers, writeDeliveries } from './write-deliveries.ts';
export type { OrganisationEvent, Subscriber } from './write-deliveries.ts';

// Until webhook-dispatcher imports `withTimeout` of @bunting/async.
export { within } from './announce-deliveries.ts';
