import type { JsonValue } from '@bunting/evaluator/definition';

/** The format of a file in http/, which README.md describes. */
export interface HttpFile {
  readonly about: string;
  /** Name → key, for the cases' `environment_key`. */
  readonly environment_keys?: Readonly<Record<string, string>>;
  readonly cases: readonly HttpCase[];
}

export interface HttpCase {
  readonly name: string;
  readonly request: HttpRequest;
  readonly response: ExpectedResponse;
}

export interface HttpRequest {
  readonly method: string;
  /** Sent unchanged, with its percent-encoding. */
  readonly path: string;
  readonly environment_key?: string;
  /** In addition to the headers of the key and the content type; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The body as a value to serialise as JSON (`writeJson`), or as text. Without either the request has no body. */
  readonly json?: JsonValue;
  readonly text?: string;
}

export interface ExpectedResponse {
  readonly status: number;
  /** `content-type` is compared by its media type, without parameters; null = the header is absent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The whole body, which may contain the placeholders `<any text>` and `<trace>`. */
  readonly json?: JsonValue;
  /** The member names of `results` in the order of the raw body. Parsers would sort "10" and "2" as numbers. */
  readonly result_keys?: readonly string[];
  /** The whole raw body, or texts that it contains. */
  readonly text?: string;
  readonly text_contains?: readonly string[];
}

export interface ActualResponse {
  readonly status: number;
  /** The names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}
