import { ProblemsFound } from '@bunting/changes';
import { LineCounter, parseDocument as parseYaml } from 'yaml';

/**
 * Reads YAML or JSON (which is YAML as well). Throws `ProblemsFound` with the line of every syntax error; a name that
 * stands twice in one object is one.
 */
export function parseDocument(text: string): unknown {
  try {
    // Without known tags nothing but JSON comes out: no Set, no Buffer.
    const document = parseYaml(text, { lineCounter: new LineCounter(), resolveKnownTags: false });
    if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) throw new RangeError();
    const problems = [...document.errors, ...document.warnings].map(({ linePos, message }) => ({
      path: `line ${linePos?.[0].line ?? 1}`,
      message: firstLine(message),
    }));
    if (problems.length > 0) throw new ProblemsFound(problems);
    const value = document.toJS() as unknown;
    refuseCircles(value);
    return value;
  } catch (error) {
    if (error instanceof ProblemsFound) throw error;
    const message =
      error instanceof RangeError
        ? 'is nested too deeply'
        : `cannot be read: ${firstLine((error as Error).message)}`;
    throw new ProblemsFound([{ path: 'document', message }]);
  }
}

/** An alias may stand inside what it names. Such a value has no end. */
function refuseCircles(value: unknown): void {
  JSON.stringify(value);
}

/** What follows the first line repeats the text of the document, which may hold secrets. */
function firstLine(message: string): string {
  return (message.split('\n')[0] ?? '').replace(/ at line \d+, column \d+:$/, '');
}
