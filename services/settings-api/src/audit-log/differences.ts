import { inSlices, diff } from '@bunting/changes';
import type { Difference, RecordedChange } from '@bunting/changes';
import { maxPageBytes } from '../framework/http/page.ts';

/**
 * What the changes make different, as far as it fits an answer; then how many changes more there are. The audit log has all that
 * was made.
 */
export async function diffBriefly(recorded: readonly RecordedChange[]): Promise<Difference[]> {
  const told: Difference[] = [];
  let bytes = 0;
  let changes = 0;
  for await (const slice of inSlices(recorded)) {
    for (const change of slice) {
      const differences = diff([change]);
      bytes += Buffer.byteLength(JSON.stringify(differences));
      if (bytes > maxPageBytes && changes > 0) {
        const text = `and ${recorded.length - changes} more changes`;
        return [...told, { subject: '', text, before: null, after: null }];
      }
      told.push(...differences);
      changes += 1;
    }
  }
  return told;
}
