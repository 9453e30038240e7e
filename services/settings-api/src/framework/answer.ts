/** The answer of success, as a handler returns it. */
export interface Answer<Body> {
  readonly body: Body;
  /** The body as it is sent, where that is not JSON in one line; with `Content-Type` in the headers if it is not JSON at all. */
  readonly text?: string;
  /** The text as parts that are sent as the client reads them; with `Content-Type` in the headers. `body` is not sent then. */
  readonly stream?: AsyncIterable<string>;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}
