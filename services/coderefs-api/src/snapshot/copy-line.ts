import type { Reference } from './snapshot.ts';

export const copyColumns = 'key, file, line_number, snippet';

/** A row in the text format of COPY (https://www.postgresql.org/docs/current/sql-copy.html), in the order of `copyColumns`. */
export function copyLine({ key, file, lineNumber, snippet }: Reference): string {
  const line = lineNumber === null ? absent : String(lineNumber);
  return `${escape(key)}\t${escape(file)}\t${line}\t${snippet === null ? absent : escape(snippet)}\n`;
}

const absent = String.raw`\N`;
const special = /[\\\t\n\r]/g;
const replacements: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};

function escape(text: string): string {
  return text.replace(special, (character) => replacements[character]!);
}
