/** Parses pasted or dropped users: JSON, NDJSON or CSV with a header row. Pure. */
import type { User } from '../../api/types.ts';
import { formatNumber } from '../../design/count.ts';

interface ReadUsers {
  readonly users: readonly User[];
  /** The problem of the text; absent = none. */
  readonly problem?: string;
}

export const maxUsers = 1_000;

/** Standard attributes by the names of CSV columns. */
const known: Readonly<Record<string, string>> = {
  id: 'id',
  user_id: 'id',
  email: 'email',
  country: 'country',
  organisation_id: 'organisation_id',
  app_version: 'app_version',
  platform: 'platform',
  ip: 'ip',
  ip_address: 'ip',
};

export function readUsers(text: string): ReadUsers {
  const trimmed = text.trim();
  if (trimmed === '') return { users: [] };
  try {
    const users = /^[[{]/.test(trimmed) ? readJson(trimmed) : readTable(trimmed);
    if (users.length > maxUsers) {
      return {
        users: users.slice(0, maxUsers),
        problem: `${formatNumber(users.length)} users. Only the first 1,000 are used.`,
      };
    }
    return { users };
  } catch (error) {
    return { users: [], problem: error instanceof Error ? error.message : 'Can’t read this text.' };
  }
}

function readJson(text: string): User[] {
  const parsed: unknown[] = text.startsWith('[')
    ? (parse(text, 'The list') as unknown[])
    : text.split(/\r?\n(?=\s*\{)/).map((line, index) => parse(line, `User ${index + 1}`));
  const wrong = parsed.findIndex((user) => typeof user !== 'object' || user === null || Array.isArray(user));
  if (wrong >= 0) throw new Error(`User ${wrong + 1} must be an object such as {"id": "user-1"}.`);
  return parsed as User[];
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${what} is not valid JSON.`);
  }
}

/** Parses CSV. Columns other than attributes become custom attributes. A single column without a header has ids. */
function readTable(text: string): User[] {
  const rows = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map(cellsOf);
  const [first = []] = rows;
  const names = first.map((name) => name.trim().toLowerCase());
  const isList = names.every((name) => known[name] === undefined) && first.length === 1;
  if (isList) return rows.map(([id = '']) => ({ id: id.trim() }));
  if (names.every((name) => known[name] === undefined)) {
    throw new Error('The header row needs an attribute such as id, email or country.');
  }
  return rows.slice(1).map((cells) => {
    const user: Record<string, unknown> = {};
    const custom: Record<string, string> = {};
    for (const [index, name] of names.entries()) {
      const value = cells[index]?.trim() ?? '';
      if (value === '') continue;
      const attribute = known[name];
      if (attribute === undefined) custom[name.replace(/^custom\./, '')] = value;
      else user[attribute] = value;
    }
    return Object.keys(custom).length === 0 ? user : { ...user, custom_data: custom };
  });
}

/** Splits a CSV line. Quoted cells can contain commas. */
function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  );
}

/** Returns the name of a user in lists. */
export function getUserName(user: object | undefined): string {
  const { id, email } = (user ?? {}) as { id?: unknown; email?: unknown };
  const name = id ?? email;
  return typeof name === 'string' || typeof name === 'number' ? String(name) : 'user without an id';
}
