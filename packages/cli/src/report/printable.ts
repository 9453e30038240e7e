/** Characters that move the cursor, start a terminal sequence, break a line or change the direction of text. */
const hidden = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/gu;
const hiddenInLines = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** `##vso[task.setvariable …]` of Azure, `##[…]` and `##teamcity[…]`: found anywhere in a line of a log. */
const logCommand = /##(?=\w*\[)/g;
/** `::add-mask::` of GitHub Actions: found at the start of a line. */
const lineCommand = /^([^\S\n]*):(?=:)/gm;

/**
 * Escapes text of several lines for a terminal or the log of a CI job. File names and code come from the repository, so
 * characters that control the terminal, and commands that the CI system would run, are escaped.
 */
export function printable(text: string): string {
  return withoutCommands(text.replaceAll(hiddenInLines, escapeCharacter));
}

/** Escapes text that must stay on one line: tabs and line breaks, too. */
export function printableLine(text: string): string {
  return withoutCommands(text.replaceAll(hidden, escapeCharacter));
}

/** Formats a JSON document that is safe to print. Only characters in strings are escaped, so the data is the same. */
export function printableJson(document: unknown): string {
  return printableJsonText(`${JSON.stringify(document, null, 2)}\n`);
}

/** Escapes JSON text in the same way. */
export function printableJsonText(text: string): string {
  return text.replaceAll(hiddenInLines, escapeCharacter).replaceAll(logCommand, String.raw`#\u0023`);
}

function withoutCommands(text: string): string {
  return text.replaceAll(logCommand, String.raw`#\u0023`).replaceAll(lineCommand, String.raw`$1\u003a`);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
