import type { Visitor } from './visitor.ts';

/** What the server tells the page beside Bunting's values. */
export interface PageState {
  /** Bunting's address, and its key for pages. */
  readonly url: string;
  readonly clientKey: string;
  readonly user: Visitor;
  /** How many garlands are recommended: the server has decided. */
  readonly recommendations: number;
}
