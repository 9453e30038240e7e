import type { useDraft } from '../../../editing/use-draft.ts';
import type { Document } from './model.ts';

/** What somebody has written for an environment, and what it began from. */
export type Draft = ReturnType<typeof useDraft<Document>>;
