/**
 * An answer other than success. Thrown by any step of a request and turned into the answer by the one error handler.
 * Immutable, so that the rows of the error table are shared by all requests.
 */
export class HttpError extends Error {
  readonly status: number;
  /** Stable machine identifier; only governance errors and their like have one (contract §7.1). */
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it is sent. */
  readonly text: string;

  constructor(
    status: number,
    message: string,
    options: {
      code?: string;
      headers?: Readonly<Record<string, string>>;
      /** What exactly is wrong, and where, when there may be several things. */
      details?: readonly { readonly path: string; readonly message: string }[];
    } = {},
  ) {
    super(message);
    this.name = 'HttpError';
    this.status = status;
    this.code = options.code;
    this.headers = options.headers ?? {};
    this.text = JSON.stringify({ error: message, code: this.code, details: options.details });
  }
}
