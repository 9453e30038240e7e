/** An event as it is sent (contract §2.4). Its id makes every retry safe: the service stores it once. */
export interface WireEvent {
  readonly event: string;
  readonly variable: string;
  readonly variation: string;
  readonly user?: object;
  readonly user_signature?: string | undefined;
  readonly value?: number | undefined;
  readonly occurred_at: string;
  readonly event_id: string;
  evaluation_trace?: string | undefined;
}

/** The options of `track`. */
export interface TrackOptions<Key> {
  /** The variables that the event counts for. Absent: those that were read for this user. */
  variable?: Key | readonly Key[] | undefined;
  /** A measurement. */
  value?: number | undefined;
  /** Absent = now. */
  occurredAt?: Date | undefined;
}
