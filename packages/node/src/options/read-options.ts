import type { BuntingError } from '../requests/reporter.ts';

/** The options of `createServerClient`. */
export interface ServerClientOptions {
  /** The URL of Bunting. Default: `BUNTING_URL`. */
  url?: string | undefined;
  /** The key of the environment. Default: `BUNTING_KEY`. */
  key?: string | undefined;
  /** The time-out of an evaluation, in milliseconds. Default: 1,000. */
  timeoutMs?: number | undefined;
  /**
   * The reads that are sent as the event `exposure`, once a day for each user, variable and variation: those in which a split or rollout decided,
   * all, or none. Default: `off`, because a server often evaluates variables that nobody sees.
   */
  exposures?: 'split' | 'all' | 'off' | undefined;
  /** Called with errors. Default: `console.warn`. */
  onError?: ((error: BuntingError) => void) | undefined;
  fetch?: typeof fetch | undefined;
}

/** The options with their defaults. */
export interface AppliedOptions {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
  readonly timeoutMs: number;
  readonly exposures: 'split' | 'all' | 'off';
  readonly onError: ((error: BuntingError) => void) | undefined;
  readonly fetch: typeof fetch;
}

const keyPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const maxTimeoutMs = 60_000;

/**
 * Returns the options with their defaults. Throws a TypeError that lists all wrong options.
 * @param more mistakes in options that only the caller knows
 */
export function readOptions(given: ServerClientOptions, more: readonly string[] = []): AppliedOptions {
  const env = environmentVariables();
  const url = given.url ?? env['BUNTING_URL'];
  const key = given.key ?? env['BUNTING_KEY'];
  const { timeoutMs = 1_000, exposures = 'off', onError, fetch = globalThis.fetch } = given;
  const mistakes = [
    ...(isUrl(url) ? [] : ['"url" (or BUNTING_URL) must be an http or https address.']),
    ...(typeof key === 'string' && keyPattern.test(key)
      ? []
      : ['"key" (or BUNTING_KEY) must be an environment key, a UUID.']),
    ...(Number.isFinite(timeoutMs) && timeoutMs > 0 && timeoutMs <= maxTimeoutMs
      ? []
      : [`"timeoutMs" must be a number from 1 to ${maxTimeoutMs}.`]),
    ...(['split', 'all', 'off'].includes(exposures) ? [] : ['"exposures" must be "split", "all" or "off".']),
    ...(onError === undefined || typeof onError === 'function' ? [] : ['"onError" must be a function.']),
    ...(typeof fetch === 'function' ? [] : ['"fetch" must be a function.']),
    ...more,
  ];
  if (mistakes.length > 0) throw new TypeError(`Bunting can't start:\n${mistakes.join('\n')}`);
  return { url: url!.replace(/\/+$/, ''), key: key!, timeoutMs, exposures, onError, fetch };
}

/** Returns the environment variables; none on runtimes without `process`. */
function environmentVariables(): Readonly<Record<string, string | undefined>> {
  const runtime = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return runtime.process?.env ?? {};
}

function isUrl(url: unknown): boolean {
  if (typeof url !== 'string') return false;
  try {
    const { protocol, search, hash } = new URL(url);
    return (protocol === 'http:' || protocol === 'https:') && search === '' && hash === '';
  } catch {
    return false;
  }
}
