/** Converts a user between fields and JSON. Pure. */
import type { Segment, User } from '../../api/types.ts';

/** A field such as `country` or `custom.plan`. Its name decides how its text is read. */
export interface Field {
  readonly name: string;
  readonly text: string;
}

/** Attributes that rules know; others are `custom.<key>`. */
export const attributes = [
  'id',
  'email',
  'country',
  'organisation_id',
  'platform',
  'app_version',
  'ip',
  'audiences',
] as const;

const isKnown = (name: string) => (attributes as readonly string[]).includes(name);
const prefix = 'custom.';

/** Parses the JSON of a user, or returns its error. Empty text is an anonymous user. */
export function readUser(text: string): { user: User } | { wrong: string } {
  if (text.trim() === '') return { user: {} };
  try {
    const user = JSON.parse(text) as unknown;
    if (typeof user === 'object' && user !== null && !Array.isArray(user)) return { user: user as User };
    return { wrong: 'Enter an object, such as {"id": "user-1"}.' };
  } catch (error) {
    return { wrong: `Not valid JSON: ${(error as Error).message}` };
  }
}

/** Returns the fields of a user; undefined if only JSON can show it. */
export function toFields(user: User): readonly Field[] | undefined {
  const fields: Field[] = [];
  for (const [name, value] of Object.entries(user)) {
    if (name === 'custom_data' && isRecord(value)) {
      for (const [key, each] of Object.entries(value)) {
        if (key === '' || key !== key.trim()) return undefined;
        fields.push({ name: `${prefix}${key}`, text: textOfCustom(each) });
      }
    } else if (!isKnown(name)) return undefined;
    else if (name === 'audiences') {
      if (!Array.isArray(value) || !value.every(isPlainName)) return undefined;
      fields.push({ name, text: value.join(', ') });
    } else if (typeof value !== 'string') return undefined;
    else fields.push({ name, text: value });
  }
  return fields;
}

/** Returns the user of the fields. Incomplete fields are left out; the last of two with one name wins. */
export function toUser(fields: readonly Field[]): User {
  const given = fields.filter(({ name, text }) => nameOf(name) !== '' && text !== '');
  const custom = given.filter(({ name }) => !isKnown(nameOf(name)));
  return {
    ...Object.fromEntries(
      given
        .filter(({ name }) => isKnown(nameOf(name)))
        .map(({ name, text }) => [nameOf(name), nameOf(name) === 'audiences' ? listOf(text) : text]),
    ),
    ...(custom.length > 0 && {
      custom_data: Object.fromEntries(custom.map(({ name, text }) => [keyOf(name), customOf(text)])),
    }),
  };
}

const nameOf = (name: string) => name.trim();

/** Maps `plan` to `custom.plan`. */
const keyOf = (name: string) => {
  const trimmed = nameOf(name);
  return trimmed.startsWith(prefix) ? trimmed.slice(prefix.length) : trimmed;
};

const listOf = (text: string) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

const isPlainName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value === value.trim() && !value.includes(',');
const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads `42` as a number, `true` as a boolean, `["a"]` as a list, and `"42"` or anything that is not JSON as text. */
function customOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Returns the text that `customOf` reads as this value. */
function textOfCustom(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? '';
  return value !== '' && customOf(value) === value ? value : JSON.stringify(value);
}

export const formatUser = (user: User): string => JSON.stringify(user, null, 2);

const longest = 10;

/** Adds a user to the recent ones, newest first, each once. */
export function withRecent(recent: readonly string[], text: string): readonly string[] {
  const read = readUser(text);
  if (!('user' in read) || Object.keys(read.user).length === 0) return recent;
  const written = JSON.stringify(read.user);
  return [written, ...recent.filter((each) => each !== written)].slice(0, longest);
}

/** Returns the label of a recent user: the key it is counted by, else its attributes. */
export function getUserLabel(text: string): string {
  const read = readUser(text);
  if (!('user' in read)) return text;
  const { id, email, ...rest } = read.user;
  const [first = '', ...others] = [
    ...[id, email].flatMap((each) => (typeof each === 'string' ? [each] : [])),
    ...Object.entries(rest).map(([name, value]) => `${name} ${JSON.stringify(value)}`),
  ];
  return [first, ...others].join(', ').slice(0, 80);
}

/** Returns an example user, built from the first segment of the project. */
export function createExample(segments: readonly Pick<Segment, 'any_of'>[]): User {
  const members: Readonly<Record<string, string>> = { user_id: 'id', ip_address: 'ip' };
  const all = segments[0]?.any_of[0]?.all_of ?? [];
  const known = all.flatMap(({ property, operator, values = [] }): [string, string][] => {
    const name = members[property] ?? property;
    const [value] = values;
    if (!isKnown(name) || name === 'audiences' || typeof value !== 'string') return [];
    if (operator === 'is') return [[name, value]];
    return operator === 'ends_with' ? [[name, `somebody${value}`]] : [];
  });
  return { id: 'user-1', ...Object.fromEntries(known) };
}
