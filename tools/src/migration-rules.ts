import { atCommas, sqlStatements } from './sql-statements.ts';

/** A statement that the previous release may not survive. */
export interface Breach {
  readonly statement: string;
  readonly rule: string;
}

const stillUsed = 'The release before still uses it';
const narrower = 'What the release before writes may be refused';

/** Actions of ALTER TABLE on an existing table. */
const actions: readonly (readonly [pattern: RegExp, rule: string])[] = [
  [/^DROP (?!CONSTRAINT\b)/i, stillUsed],
  [/^DROP CONSTRAINT .*_(?:pkey|key)\b/i, `${stillUsed} (ON CONFLICT)`],
  [/^RENAME\b/i, stillUsed],
  [/^SET SCHEMA\b/i, stillUsed],
  [/^ALTER (?:COLUMN )?\S+ (?:SET DATA )?TYPE\b/i, `${stillUsed}, as it was`],
  [/^ALTER (?:COLUMN )?\S+ DROP DEFAULT\b/i, narrower],
  [/^ALTER (?:COLUMN )?\S+ SET NOT NULL\b/i, narrower],
  [/^ADD (?!CONSTRAINT\b).*\b(?:NOT NULL|PRIMARY KEY)(?!.*\bDEFAULT\b)(?<!\bDEFAULT\b.*)/i, narrower],
  [/^ADD (?:CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)\b/i, narrower],
];

/** Statements other than ALTER TABLE. */
const others: readonly (readonly [pattern: RegExp, rule: string])[] = [
  [/^DROP INDEX .*_(?:pkey|key)\b/i, `${stillUsed} (ON CONFLICT)`],
  [/^DROP (?!INDEX\b)/i, stillUsed],
  [/^ALTER (?!TABLE\b).*\b(?:RENAME|SET SCHEMA)\b/i, stillUsed],
  [/^(?:TRUNCATE|DELETE)\b/i, stillUsed],
  [/^DO\b/i, 'Nobody can see what a block does'],
];

/**
 * Finds the statements of a migration that the previous release may not survive: during a roll-out it runs against this
 * schema, and it must be possible to go back to it (docs/operate/running.md, "Upgrades"). A statement is permitted by a comment in
 * front of it, `-- Contracts: <table, column or index>, unused since <release>`.
 *
 * It uses patterns instead of a parser: migrations have half a dozen forms of DDL, written by Prisma or by hand, while
 * parsers of PostgreSQL's grammar are native modules or megabytes of WebAssembly. The tests of the previous release find
 * what the patterns do not (tools/previous-release.mjs).
 */
export function findBreaches(script: string): Breach[] {
  const statements = sqlStatements(script);
  const made = new Set<string>();
  const breaches: Breach[] = [];
  for (const { words, comments } of statements) {
    const [, table] = /^CREATE TABLE (?:IF NOT EXISTS )?([^\s(]+)/i.exec(words) ?? [];
    if (table !== undefined) made.add(nameOf(table));
    for (const { words: part, rule } of breachesIn(words, made)) {
      if (!isPermitted(part, comments)) breaches.push({ statement: words, rule });
    }
  }
  return breaches;
}

function breachesIn(words: string, made: ReadonlySet<string>): { words: string; rule: string }[] {
  const [, table, rest] =
    /^ALTER TABLE (?:IF EXISTS )?(?:ONLY )?(\S+) (.*)$/i.exec(words) ??
    /^CREATE UNIQUE INDEX .*?\bON (?:ONLY )?([^\s(]+)/i.exec(words) ??
    [];
  if (table !== undefined && made.has(nameOf(table))) return [];
  if (table !== undefined && rest === undefined) return [{ words, rule: narrower }];
  const [parts, rules] = rest === undefined ? [[words], others] : [atCommas(rest), actions];
  return parts.flatMap((part) => {
    const [, rule] = rules.find(([pattern]) => pattern.test(part)) ?? [];
    return rule === undefined ? [] : [{ words: `${table ?? ''} ${part}`, rule }];
  });
}

function isPermitted(words: string, comments: string): boolean {
  const named = comments.matchAll(/^\s*--\s*Contracts: (\S+), unused since v?\d+\.\d+\.\d+\b/gim);
  const inStatement = new Set(words.match(/\w+/g));
  return [...named].some(([, name]) => inStatement.has(nameOf(name!)));
}

/** Returns the last part of `"public"."feature"` or `feature.slug`. */
function nameOf(written: string): string {
  return written.replaceAll('"', '').split('.').at(-1)!;
}
