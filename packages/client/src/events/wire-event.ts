/** An event as the contract has it (§2.4). */
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
