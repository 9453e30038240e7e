/** One of several things that are wrong, and where. */
interface Detail {
  readonly path: string;
  readonly message: string;
}

/** What was refused may be large, and who sent it in bulk: what is answered to it is not. */
const maxBytesOfDetails = 60 * 1024;
const longestMessage = 2_000;
const longestMember = 1_000;

/**
 * An answer other than success. Thrown by any step of a request and turned into the answer by the one error handler.
 * Immutable, so that the rows of the error table are shared by all requests.
 */
export class HttpError extends Error {
  readonly status: number;
  /** Stable machine identifier; only governance errors and their like have one (contract §7.1). */
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it is sent, of at most 64 KiB. */
  readonly text: string;

  constructor(
    status: number,
    message: string,
    options: {
      code?: string;
      headers?: Readonly<Record<string, string>>;
      /** What exactly is wrong, and where, when there may be several things; those that fit are told, then "and more". */
      details?: Iterable<Detail>;
      /** As many of them, though more would fit. */
      maxDetails?: number;
    } = {},
  ) {
    const shown = shortened(message, longestMessage);
    super(shown);
    this.name = 'HttpError';
    this.status = status;
    this.code = options.code;
    this.headers = options.headers ?? {};
    const details = options.details && [...detailsThatFit(options.details, options.maxDetails ?? Infinity)];
    this.text = JSON.stringify({ error: shown, code: this.code, details });
  }
}

function* detailsThatFit(details: Iterable<Detail>, most: number): Generator<Detail> {
  let count = 0;
  let bytes = 0;
  for (const { path, message } of details) {
    const shown = { path: shortened(path, longestMember), message: shortened(message, longestMember) };
    bytes += Buffer.byteLength(JSON.stringify(shown)) + 1;
    if (count === most || bytes > maxBytesOfDetails) {
      yield { path: '', message: 'and more' };
      return;
    }
    count += 1;
    yield shown;
  }
}

function shortened(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`;
}
