/** Parses user IDs for overrides. Pure. */
import { formatCount, formatNumber } from '../../design/count.ts';

/** The API's limits for a `user.id` and for the users of one change. */
const maxUserIdLength = 500;
export const maxUsers = 1_000;

export interface PastedUsers {
  /** Unique, in the order of their first lines. */
  readonly users: readonly string[];
  /** The number of repeated IDs. */
  readonly duplicates: number;
  /** The number of IDs longer than the limit, which cannot have overrides. */
  readonly tooLong: number;
}

/** Splits IDs by lines, commas, semicolons or tabs, and removes CSV quotes. */
export function readUserIds(text: string): PastedUsers {
  const given = text
    .split(/[\n,;\t]/)
    .map((each) => each.trim().replace(/^"(.*)"$/, '$1'))
    .filter((each) => each !== '');
  const fitting = given.filter((each) => each.length <= maxUserIdLength);
  const users = [...new Set(fitting)];
  return { users, duplicates: fitting.length - users.length, tooLong: given.length - fitting.length };
}

/** Formats the summary below the field: "3 users, 1 duplicate". */
export function summarise({ users, duplicates, tooLong }: PastedUsers): string {
  const count = formatCount(users.length, 'user');
  const parts = [
    ...(duplicates > 0 ? [duplicates === 1 ? '1 duplicate' : `${duplicates} duplicates`] : []),
    ...(tooLong > 0 ? [`${tooLong} skipped (longer than ${maxUserIdLength} characters)`] : []),
  ];
  const excess = users.length > maxUsers ? `. Add at most ${formatNumber(maxUsers)} at a time.` : '';
  return `${[count, ...parts].join(', ')}${excess}`;
}
