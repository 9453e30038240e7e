/** One statement of a script of SQL. */
export interface SqlStatement {
  /** The comments in front of it and inside. */
  readonly comments: string;
  /** The statement with single spaces, without comments, and with empty strings in the place of all strings. */
  readonly words: string;
}

/** What has an inside that is no statement: comments, strings, names in quotes, dollar quotes. */
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"((?:[^"]|"")*)"|(\$(?:[a-z_]\w*)?\$)[\s\S]*?\2|;|[^-/'"$;]+|[\s\S]/gi;

/** Splits where PostgreSQL does. Names lose their quotes where they are words without them. */
export function sqlStatements(script: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let comments = '';
  let words = '';
  for (const [part, quotedName] of script.matchAll(token)) {
    if (part === ';') {
      statements.push({ comments, words: tidy(words) });
      comments = words = '';
    } else if (part.startsWith('--') || part.startsWith('/*')) {
      comments += `${part}\n`;
      words += ' ';
    } else if (quotedName !== undefined) {
      words += /^\w+$/.test(quotedName) ? quotedName : part;
    } else {
      words += /^(?:'|\$\w*\$)/.test(part) ? "''" : part;
    }
  }
  if (tidy(words) !== '') statements.push({ comments, words: tidy(words) });
  return statements.filter((statement) => statement.words !== '');
}

/** Splits at the commas that no bracket holds. */
export function atCommas(words: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of words) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

function tidy(words: string): string {
  return words.replaceAll(/\s+/g, ' ').trim();
}
