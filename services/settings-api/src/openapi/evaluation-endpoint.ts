import type { TSchema } from 'typebox';

/** A route of the evaluation interface. */
export interface EvaluationEndpoint {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly security: string | null;
  readonly parameters?: readonly object[];
  readonly body?: TSchema;
  readonly status: number;
  readonly answer: TSchema;
  /** JSON unless given. */
  readonly mediaType?: string;
  /** The other statuses that the contract names. */
  readonly refusals: readonly number[];
  /** The shape of its errors; absent = that of all other routes. */
  readonly error?: TSchema;
  /** It has an entity tag, and answers 304 to who has it. */
  readonly isConditional?: boolean;
}
