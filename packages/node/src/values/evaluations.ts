import type { JsonValue } from './variables.ts';
import type { Reason } from './details.ts';

/** All that one user gets, as `POST /v1/evaluations` answers it: what a page starts from (`bootstrap` of `@bunting/client`). */
export interface Evaluations {
  readonly version: number;
  /** ISO 8601: when results may change although nobody changes anything. */
  readonly refresh_at?: string;
  /** Whom they are of, as a hash: a page shows those of another user only until the service has answered. */
  readonly user_hash?: string;
  readonly results: {
    readonly [key: string]: {
      readonly key: string;
      readonly value: JsonValue;
      readonly variation: string | null;
      readonly reason: Reason;
      readonly feature: string | null;
      readonly split?: true;
    };
  };
}

const escapes: Readonly<Record<string, string>> = {
  '<': String.raw`\u003c`,
  '>': String.raw`\u003e`,
  '&': String.raw`\u0026`,
  '\u2028': String.raw`\u2028`,
  '\u2029': String.raw`\u2029`,
};

/**
 * Returns a value as an expression of JavaScript, and as JSON, that can stand inside a `<script>` of a page: no text in it ends the element. Use it for
 * everything that a page gets: evaluations, the user, a signature. What JSON leaves out is `null`. Throws where JSON cannot write the value.
 *
 * @example `<script>window.flags = ${toScript(evaluations)}; window.user = ${toScript({ id: user.id })}</script>`
 */
export function toScript(value: unknown): string {
  // For what is undefined it returns undefined, whatever its type says.
  const text = (JSON.stringify(value) as string | undefined) ?? 'null';
  return text.replaceAll(/[<>&\u2028\u2029]/g, (character) => escapes[character]!);
}
