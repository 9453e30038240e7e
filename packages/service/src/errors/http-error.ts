/** Something that an error names, for programs: `{kind: 'feature', slug: 'checkout'}`. */
interface Resource {
  readonly kind: string;
  readonly slug: string;
  readonly project?: string;
  readonly environment?: string;
}

/** One of several mistakes, and where it is. */
interface Detail {
  /** A JSON path; empty = the whole document. */
  readonly path: string;
  readonly message: string;
  /** Absent = `invalid`. */
  readonly code?: string;
  readonly resource?: Resource;
  /** The values of a conflict; left out where they are long. */
  readonly base?: unknown;
  readonly now?: unknown;
  readonly wanted?: unknown;
}

/** Limits of an answer: a client that sends large invalid bodies must not get answers of the same size. */
const maxBytesOfDetails = 60 * 1024;
const maxMessageLength = 2_000;
const maxMemberLength = 1_000;
const maxBytesOfValues = 4 * 1024;

/**
 * An answer other than success. Thrown by any step of a request and turned into the answer by the one error handler.
 * Immutable, so that the rows of the error table are shared by all requests.
 */
export class HttpError extends Error {
  readonly status: number;
  /** Stable machine identifier; only governance errors and their like have one (contract §7.1). */
  readonly code: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it is sent, of at most 64 KiB besides `members`. */
  readonly text: string;

  constructor(
    status: number,
    message: string,
    options: {
      code?: string;
      headers?: Readonly<Record<string, string>>;
      /** The resource that the error is about. */
      resource?: Resource;
      /** The mistakes, when there may be several; those that fit are listed, then "and more". */
      details?: Iterable<Detail>;
      /** The largest number of details, even if more would fit. */
      maxDetails?: number;
      /** More members of the body, with other names than those above. Nothing shortens them: the caller keeps them short. */
      members?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    const shown = shortened(message, maxMessageLength);
    super(shown);
    this.name = 'HttpError';
    this.status = status;
    this.code = options.code;
    this.headers = options.headers ?? {};
    const details = options.details && [...detailsThatFit(options.details, options.maxDetails ?? Infinity)];
    this.text = JSON.stringify({
      error: shown,
      code: this.code,
      resource: options.resource && shortResource(options.resource),
      ...options.members,
      details,
    });
  }
}

function* detailsThatFit(details: Iterable<Detail>, max: number): Generator<Detail> {
  let count = 0;
  let bytes = 0;
  for (const { path, message, code = 'invalid', resource, base, now, wanted } of details) {
    const values = { base, now, wanted };
    const shown = {
      path: shortened(path, maxMemberLength),
      message: shortened(message, maxMemberLength),
      code,
      ...(resource && { resource: shortResource(resource) }),
      ...(Buffer.byteLength(JSON.stringify(values)) <= maxBytesOfValues && values),
    };
    bytes += Buffer.byteLength(JSON.stringify(shown)) + 1;
    if (count === max || bytes > maxBytesOfDetails) {
      yield { path: '', message: 'and more', code: 'omitted' };
      return;
    }
    count += 1;
    yield shown;
  }
}

/** Shortens the slug: a name in the path of a request may be as long as the request. */
function shortResource(resource: Resource): Resource {
  return { ...resource, slug: shortened(resource.slug, maxMemberLength) };
}

function shortened(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength).toWellFormed()}…`;
}
