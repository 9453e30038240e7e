import type { OfFeature } from '../../../api/queries/project.ts';
import type { useDraft } from '../../../editing/use-draft.ts';
import type { useReview } from './changes.ts';
import type { Grid, GridDraft } from './model.ts';
import type { Serving } from './served.ts';

/** What saving a draft of the grid needs to know. */
export interface BarOptions {
  readonly target: OfFeature;
  readonly draft: ReturnType<typeof useDraft<GridDraft>>;
  /** What the server has. */
  readonly now: Grid;
  readonly review: ReturnType<typeof useReview>;
  readonly serving: Serving;
  readonly problems: ReadonlyMap<string, string>;
  /** Why nothing can be saved; undefined = it can. */
  readonly refusal: string | undefined;
}
