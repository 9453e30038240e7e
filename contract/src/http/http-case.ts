import type { JsonValue } from '@bunting/evaluator/definition';

/** A file of http/ as it is written. README.md describes it for readers in other languages. */
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
  /** Sent as it stands, percent-encoding and all. */
  readonly path: string;
  readonly environment_key?: string;
  /** Beside those of the key and the content type; null takes one away. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** The body: a value to write as JSON, or a text. Neither = no body. */
  readonly json?: JsonValue;
  readonly text?: string;
}

export interface ExpectedResponse {
  readonly status: number;
  /** Of `content-type` the media type is compared, without parameters. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole body; the texts `<any text>` and `<trace>` stand for what they say. */
  readonly json?: JsonValue;
  /** The member names of `results` in the order of the raw body: parsers put "10" and "2" in another. */
  readonly result_keys?: readonly string[];
  /** The whole raw body, or texts that it holds. */
  readonly text?: string;
  readonly text_contains?: readonly string[];
}

export interface ActualResponse {
  readonly status: number;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}
