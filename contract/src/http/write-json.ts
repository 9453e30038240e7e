import type { JsonValue } from '@bunting/evaluator/definition';

const instant = /"<now(?:([+-]\d+)s)?>"/g;

/** Writes the body of a request. Where a text is `<now>` or `<now-600s>`, the body has that instant; `now` is in milliseconds since 1970. */
export function writeJson(value: JsonValue, now: number): string {
  return JSON.stringify(value).replaceAll(
    instant,
    (_, seconds: string | undefined) => `"${new Date(now + 1_000 * Number(seconds ?? 0)).toISOString()}"`,
  );
}
