import { integer, type Field } from '@bunting/config';

/** A variable that says how many days something is kept. A hundred years are for good. */
export function retentionDays(options: { description: string; default?: number }): Field<number> {
  return integer({ ...options, min: 1, max: 36_500 });
}
