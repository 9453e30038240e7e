import { describeEvent } from './chat/describe-event.ts';
import { toSlackBody } from './chat/slack-body.ts';
import { toTeamsBody } from './chat/teams-body.ts';
import { deliveryBody, type Envelope } from './delivery-body.ts';
import type { EventData } from './events.ts';
import type { SampledKind } from './event-samples.ts';
import type { EndpointFormat } from './formats.ts';

/** The parts of a message for people that are not in the envelope. */
export interface MessageOptions {
  /** The address of the installation, for links to the console; undefined = without links. */
  readonly publicUrl?: string | undefined;
  /** Returns the differences of the change, one line each. Called for messages only. */
  readonly describeDifferences?: (() => readonly string[]) | undefined;
}

/** An envelope whose data is that of its type. */
export type EventEnvelope = Envelope & {
  readonly type: SampledKind;
  readonly data: EventData[SampledKind];
};

/** Returns the request body in the format of the endpoint, as text. As `deliveryBody`, it is made once. */
export function toRequestBody(
  format: EndpointFormat,
  envelope: EventEnvelope,
  { publicUrl, describeDifferences = () => [] }: MessageOptions,
): string {
  if (format === 'bunting') return deliveryBody(envelope);
  const message = describeEvent({ ...envelope, differences: describeDifferences() }, publicUrl);
  return format === 'slack' ? toSlackBody(message) : toTeamsBody(message);
}
