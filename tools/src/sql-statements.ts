/** One statement of an SQL script. */
export interface SqlStatement {
  /** The comments before it and inside. */
  readonly comments: string;
  /** The statement with single spaces, without comments, and with all strings replaced by empty ones. */
  readonly words: string;
}

/** Text inside which a semicolon does not end the statement: comments, strings, quoted names, dollar quotes. */
const token =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"((?:[^"]|"")*)"|(\$(?:[a-z_]\w*)?\$)[\s\S]*?\2|;|[^-/'"$;]+|[\s\S]/gi;

/** Splits a script as PostgreSQL does. Removes the quotes of names that do not need them. */
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

/** Splits at the commas outside of brackets. */
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
