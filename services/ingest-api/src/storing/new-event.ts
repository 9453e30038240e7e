import type { VerifiedTrace } from '@bunting/evaluation-trace';

/** An event to be stored. */
export interface NewEvent {
  readonly event: string;
  /** UUIDs. */
  readonly variableId: string;
  readonly variationId: string;
  /** By what the user counts among the monthly active; undefined = anonymous. */
  readonly userKey: string | undefined;
  readonly value: number | undefined;
  /** Milliseconds since 1970. */
  readonly occurredAt: number;
  readonly eventId: string | undefined;
  /** Genuine; whether it was used before shows when it is stored. */
  readonly trace?: VerifiedTrace;
}
