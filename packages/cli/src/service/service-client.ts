import { gzipSync } from 'node:zlib';
import { Failure, exitCodes } from '../command/failure.ts';
import { createRetry, type RetryOptions } from './retry.ts';

export interface ProjectKeys {
  /** Lower-cased. */
  readonly keys: ReadonlySet<string>;
  /** Those of archived features; undefined where the service does not tell. */
  readonly archived: ReadonlySet<string> | undefined;
}

export interface Receipt {
  readonly accepted: number;
  readonly matched: number;
  readonly unknownKeys: readonly string[];
}

export interface ServiceClient {
  listKeys(project: string): Promise<ProjectKeys>;
  /** `body` is the snapshot as JSON; it is sent whole or not at all. */
  pushSnapshot(body: string): Promise<Receipt>;
}

export interface ServiceOptions extends RetryOptions {
  readonly url: URL;
  readonly token: string;
  readonly version: string;
  readonly timeoutMs?: number;
}

/** Speaks the contract (§4.4, §4.5). Every failure is a Failure that never repeats the token. */
export function createServiceClient(options: ServiceOptions): ServiceClient {
  const retry = createRetry(options);
  const base = options.url.href.replace(/\/+$/, '');

  async function request(path: string, init: RequestInit): Promise<unknown> {
    const response = await retry(() =>
      fetch(`${base}${path}`, {
        ...init,
        headers: {
          ...(init.headers as Record<string, string>),
          Authorization: `Bearer ${options.token}`,
          Accept: 'application/json',
          'User-Agent': `bunting-cli/${options.version}`,
        },
        // A redirect would turn the POST into a GET, or carry the token elsewhere.
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeoutMs ?? 120_000),
      }).then(async (answer) => ({
        status: answer.status,
        headers: answer.headers,
        text: await answer.text(),
      })),
    );
    if (response.status === 200) return parse(response.text, base);
    throw new Failure(exitCodes.service, refusal(response.status, response.text, response.headers, base));
  }

  return {
    async listKeys(project) {
      const query = `project=${encodeURIComponent(project)}&include=archived_keys`;
      const answer = (await request(`/v1/code-references/keys?${query}`, { method: 'GET' })) as {
        keys?: unknown;
        archived_keys?: unknown;
      };
      const keys = keySet(answer.keys);
      if (keys === undefined)
        throw new Failure(exitCodes.service, `${base} answered without a list of keys.`);
      return { keys, archived: keySet(answer.archived_keys) };
    },

    async pushSnapshot(body) {
      const answer = (await request('/v1/code-references', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
        body: gzipSync(body),
      })) as { accepted?: unknown; matched?: unknown; unknown_keys?: unknown };
      const unknownKeys = keySet(answer.unknown_keys);
      if (
        typeof answer.accepted !== 'number' ||
        typeof answer.matched !== 'number' ||
        unknownKeys === undefined
      )
        throw new Failure(
          exitCodes.service,
          `${base} answered the snapshot with something else than a receipt.`,
        );
      return { accepted: answer.accepted, matched: answer.matched, unknownKeys: [...unknownKeys] };
    },
  };
}

function keySet(value: unknown): Set<string> | undefined {
  if (!Array.isArray(value)) return undefined;
  return new Set(value.filter((key) => typeof key === 'string').map((key) => key.toLowerCase()));
}

function parse(text: string, base: string): unknown {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    throw new Failure(
      exitCodes.service,
      `${base} answered with something else than JSON: is BUNTING_URL right?`,
    );
  }
}

const hints: Readonly<Record<number, string>> = {
  401: 'Is BUNTING_TOKEN an organisation token (rpa_…) that has not been revoked?',
  402: 'Code references come with the Business and Enterprise plans.',
  404: 'Is --project the slug of a project of this organisation?',
  413: 'The snapshot is too large; --no-snippets makes it smaller.',
};

function refusal(status: number, text: string, headers: Headers, base: string): string {
  const location = headers.get('location');
  if (status >= 300 && status < 400)
    return `${base} redirects${location === null ? '' : ` to ${location}`}: set BUNTING_URL to where it leads.`;
  const said = saidIn(text);
  return [`${base} answered ${status}${said === undefined ? '' : `: ${said}`}`, hints[status]]
    .filter(Boolean)
    .join('\n');
}

function saidIn(text: string): string | undefined {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error.slice(0, 1_000) : undefined;
  } catch {
    return undefined;
  }
}
