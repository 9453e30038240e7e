import type { BuntingError } from '../requests/reporter.ts';

/** What `createServerClient` is given. */
export interface ServerClientOptions {
  /** The address of Bunting; absent = `BUNTING_URL`. */
  url?: string | undefined;
  /** The key of the environment; absent = `BUNTING_KEY`. */
  key?: string | undefined;
  /** How long an evaluation waits for the service, in milliseconds; absent = 1,000. */
  timeoutMs?: number | undefined;
  /**
   * Which reads are sent as the event `exposure`, once a day for each user, variable and variation: those in which buckets decided, all, or
   * none. Absent = `off`: a server often evaluates what nobody sees.
   */
  exposures?: 'split' | 'all' | 'off' | undefined;
  /** Called with what went wrong; `console.warn` unless given. */
  onError?: ((error: BuntingError) => void) | undefined;
  fetch?: typeof fetch | undefined;
}

/** The options as they apply. */
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

/** @param more further mistakes, of options that only the caller knows */
export function readOptions(given: ServerClientOptions, more: readonly string[] = []): AppliedOptions {
  const env = environmentVariables();
  const url = given.url ?? env['BUNTING_URL'];
  const key = given.key ?? env['BUNTING_KEY'];
  const { timeoutMs = 1_000, exposures = 'off', onError, fetch = globalThis.fetch } = given;
  const mistakes = [
    ...(isUrl(url) ? [] : ['"url" (or BUNTING_URL) must be an http or https address.']),
    ...(typeof key === 'string' && keyPattern.test(key)
      ? []
      : ['"key" (or BUNTING_KEY) must be the key of an environment, a UUID.']),
    ...(Number.isFinite(timeoutMs) && timeoutMs > 0 && timeoutMs <= maxTimeoutMs
      ? []
      : [`"timeoutMs" must be a number from 1 to ${maxTimeoutMs}.`]),
    ...(['split', 'all', 'off'].includes(exposures) ? [] : ['"exposures" must be "split", "all" or "off".']),
    ...(onError === undefined || typeof onError === 'function' ? [] : ['"onError" must be a function.']),
    ...(typeof fetch === 'function' ? [] : ['"fetch" must be a function.']),
    ...more,
  ];
  if (mistakes.length > 0) throw new TypeError(`Bunting cannot start:\n${mistakes.join('\n')}`);
  return { url: url!.replace(/\/+$/, ''), key: key!, timeoutMs, exposures, onError, fetch };
}

/** None on runtimes that have no `process`. */
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
