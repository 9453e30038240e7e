import type { Visitor } from './visitor.ts';

/** The state that the server passes to the page beside Bunting's values. */
export interface PageState {
  /** Bunting's address, and its key for pages. */
  readonly url: string;
  readonly clientKey: string;
  readonly user: Visitor;
  /** Number of recommended garlands, as the server decided. */
  readonly recommendations: number;
}
