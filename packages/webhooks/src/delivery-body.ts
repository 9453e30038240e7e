/** The members of a request body (contract §6.2). */
export interface Envelope {
  /** The delivery's id: the same in every attempt, so that receivers can discard repeats. */
  readonly id: string;
  readonly type: string;
  readonly created: Date;
  /** Slug. */
  readonly organisation: string;
  readonly data: object;
}

/**
 * The request body as text. It is stored with the delivery, and every attempt sends exactly these bytes (as UTF-8), even if the
 * feature or the organisation has been renamed since.
 */
export function deliveryBody({ id, type, created, organisation, data }: Envelope): string {
  return JSON.stringify({ id, type, created: withOffset(created), organisation, data });
}

// Decisions §5: a numeric offset, not `Z`.
function withOffset(time: Date): string {
  return time.toISOString().replace('Z', '+00:00');
}
