import { listOf, recordOf, textOf } from '../definition/stored.ts';
import { createPrerequisites, type Prerequisites } from '../model/prerequisite.ts';

/** Compiles stored prerequisites; `undefined` = there are none. A malformed one is never met, because it names no variable. */
export function compilePrerequisites(stored: unknown): Prerequisites | undefined {
  if (stored === undefined || stored === null) return undefined;
  const list = listOf(stored) ?? [undefined];
  if (list.length === 0) return undefined;
  return createPrerequisites(
    list.map((entry) => {
      const prerequisite = recordOf(entry);
      return {
        slug: textOf(prerequisite?.['variable']) ?? '',
        variations: (listOf(prerequisite?.['variations']) ?? []).filter((slug) => typeof slug === 'string'),
      };
    }),
  );
}
