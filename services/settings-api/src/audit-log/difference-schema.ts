import type { JsonValue } from '@bunting/evaluator';
import { Type } from 'typebox';

const valueSchema = (description: string) => Type.Unsafe<JsonValue>({ description });

/** What a change makes different; what a dry run would. */
export const differenceSchema = Type.Object({
  subject: Type.String({ description: '`targeting of checkout in production`' }),
  text: Type.String({
    description:
      'the line for people: `targeting of checkout in production: rule 2 "Half of Canada": weight of one-page 50 → 60`',
  }),
  before: valueSchema('that alone which differs; null = there was none'),
  after: valueSchema('what it is then; null = there is none'),
});
