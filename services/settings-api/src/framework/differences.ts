import { diff, type Difference } from '@bunting/history';
import { inSlices } from '@bunting/async';
import type { RecordedChange } from '@bunting/changes';
import type { JsonValue } from '@bunting/evaluator/definition';
import { Type } from '@bunting/definitions/type';
import { maxPageBytes } from './http/page.ts';

const valueSchema = (description: string) => Type.Unsafe<JsonValue>({ description });

/** One difference that a change makes, or that a dry run would make. */
export const differenceSchema = Type.Object(
  {
    subject: Type.String({ description: '`targeting of checkout in production`' }),
    text: Type.String({
      description:
        'the readable line: `targeting of checkout in production: rule 2 "Half of Canada": weight of one-page 50 → 60`',
    }),
    what: Type.String({ description: 'the line without its subject' }),
    rule_id: Type.Optional(
      Type.String({
        description:
          'the id of the rule in the line; absent = the line is not about a rule, or an older release recorded it. In a dry run, new rules without an id get a temporary one',
      }),
    ),
    before: valueSchema('only the part that differs; null = none'),
    after: valueSchema('the value afterwards; null = none'),
  },
  { title: 'Difference' },
);

export const changesSchema = Type.Array(differenceSchema, {
  description: 'up to 1 MiB, then the number of the remaining ones',
});

/** Lists the differences of the changes until they are as long as a page; then the number of further changes. The audit log has all of them. */
export async function listDifferences(all: readonly RecordedChange[]): Promise<Difference[]> {
  const recorded = all.filter(({ isImplied = false }) => !isImplied);
  const listed: Difference[] = [];
  let bytes = 0;
  let changes = 0;
  for await (const slice of inSlices(recorded)) {
    for (const change of slice) {
      const differences = diff([change]);
      bytes += Buffer.byteLength(JSON.stringify(differences));
      if (bytes > maxPageBytes && changes > 0) {
        const text = `and ${recorded.length - changes} more changes`;
        return [...listed, { subject: '', text, what: text, before: null, after: null }];
      }
      listed.push(...differences);
      changes += 1;
    }
  }
  return listed;
}
