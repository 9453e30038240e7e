import { gzipSync } from 'node:zlib';
import { Failure, exitCodes } from '../command/failure.ts';
import type { Identity } from '../git/identify.ts';
import { printableLine } from '../report/printable.ts';
import type { Reference } from '../scan/scan-tree.ts';
import { readVariables, type VariableType } from '../types/variable-type.ts';
import { maxAnswerBytes, readText } from './read-text.ts';
import { createRetry, type RetryOptions } from './retry.ts';

export interface ProjectKeys {
  /** Lower-cased. */
  readonly keys: ReadonlySet<string>;
  /** Keys of archived features; undefined if the service does not list them. */
  readonly archived: ReadonlySet<string> | undefined;
  /** The keys of each project, in a repository with several; the sets above are of all together. */
  readonly ofProject?: ReadonlyMap<string, ProjectKeys>;
}

export interface Receipt {
  readonly accepted: number;
  readonly matched: number;
  readonly unknownKeys: readonly string[];
}

export interface ServiceClient {
  /** The address of the installation, without a trailing slash. */
  readonly address: string;
  listKeys(project: string): Promise<ProjectKeys>;
  /** Lists the types of the project's variables, with the stored values only on request. */
  listTypes(project: string, withValues: boolean): Promise<readonly VariableType[]>;
  /** Reads a route of the management API, below `/settings/v1`. */
  readSettings(path: string): Promise<unknown>;
  /** Pushes the snapshot that `snapshotBody` made, in one request. */
  pushSnapshot(body: string): Promise<Receipt>;
}

export interface ServiceOptions extends RetryOptions {
  readonly url: URL;
  readonly token: string;
  readonly version: string;
  readonly timeoutMs?: number;
  /** The most that is read of an answer. */
  readonly maxBytes?: number;
}

/** Calls the endpoints of contract §4.4 and §4.5, and of decisions §8.6. It throws Failures, whose messages never contain the token. */
export function createServiceClient(options: ServiceOptions): ServiceClient {
  const retry = createRetry(options);
  const base = options.url.href.replace(/\/+$/, '');
  const { maxBytes = maxAnswerBytes } = options;

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
        // Following a redirect would turn the POST into a GET, or send the token to another host.
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeoutMs ?? 120_000),
      }).then(async (answer) => ({
        status: answer.status,
        headers: answer.headers,
        text: await readText(answer, maxBytes),
      })),
    );
    const { status, headers, text = '' } = response;
    if (status !== 200) throw refuse(status, text, headers, base);
    if (response.text === undefined)
      throw new Failure(
        exitCodes.service,
        `${base} answered with more than ${maxBytes} bytes. Check BUNTING_URL.`,
      );
    return parse(text, base);
  }

  return {
    address: base,

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

    async listTypes(project, withValues) {
      const query = `project=${encodeURIComponent(project)}${withValues ? '&include=values' : ''}`;
      const variables = readVariables(await request(`/v1/types?${query}`, { method: 'GET' }));
      if (typeof variables === 'string')
        throw new Failure(exitCodes.service, `${base} answered ${variables}.`);
      return variables;
    },

    readSettings: (path) => request(`/settings/v1${path}`, { method: 'GET' }),

    async pushSnapshot(body) {
      const answer = (await request('/v1/code-references', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
        body: gzipSync(body),
      }).catch((error: unknown) => {
        throw error instanceof Refusal ? nameReference(error, body) : error;
      })) as { accepted?: unknown; matched?: unknown; unknown_keys?: unknown };
      const unknownKeys = keySet(answer.unknown_keys);
      if (
        typeof answer.accepted !== 'number' ||
        typeof answer.matched !== 'number' ||
        unknownKeys === undefined
      )
        throw new Failure(exitCodes.service, `${base} did not confirm the snapshot.`);
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
    throw new Failure(exitCodes.service, `${base} did not answer with JSON. Check BUNTING_URL.`);
  }
}

const hints: Readonly<Record<number, string>> = {
  401: 'Check BUNTING_TOKEN: it must be an organisation token (rpa_…) that is not revoked.',
  402: 'Code references are part of the Business and Enterprise plans.',
  404: 'Check BUNTING_URL. The installation may be older than this command.',
  413: 'The snapshot is too large. Pass --no-snippets to make it smaller.',
};

/** The service knows the route but not the project. */
const unknownProject = 'Check --project: it must be the slug of a project in this organisation.';

/** A response other than success. `path` is the JSON path of the first detail. */
class Refusal extends Failure {
  readonly path: string | undefined;

  constructor(message: string, path?: string) {
    super(exitCodes.service, message);
    this.path = path;
  }
}

function refuse(status: number, text: string, headers: Headers, base: string): Refusal {
  const location = headers.get('location');
  if (status >= 300 && status < 400)
    return new Refusal(
      `${base} redirects${location === null ? '' : ` to ${location}`}. Set BUNTING_URL to the target.`,
    );
  const { error: message, code, path } = readError(text);
  const hint = status === 404 && code === 'not_found' ? unknownProject : hints[status];
  const lines = [`${base} answered ${status}${message === undefined ? '' : `: ${message}`}`, hint];
  return new Refusal(lines.filter(Boolean).join('\n'), path);
}

function readError(text: string): { error?: string; code?: unknown; path?: string } {
  try {
    const { error, code, details } = JSON.parse(text) as {
      error?: unknown;
      code?: unknown;
      details?: [{ path?: unknown }?];
    };
    const path = details?.[0]?.path;
    return {
      ...(typeof error === 'string' && { error: error.slice(0, 1_000) }),
      code,
      ...(typeof path === 'string' && { path }),
    };
  } catch {
    return {};
  }
}

/** Adds the file, line and key of the reference that `details` names by its index in the body, which the user never sees. */
function nameReference(refusal: Refusal, body: string): Failure {
  const index = /^references\[(\d+)\]/.exec(refusal.path ?? '')?.[1];
  if (index === undefined) return refusal;
  const { references } = JSON.parse(body) as {
    references: readonly { key: string; file: string; line_number: number }[];
  };
  const refused = references[Number(index)];
  if (refused === undefined) return refusal;
  const { key, file, line_number: line } = refused;
  return new Failure(
    refusal.exitCode,
    `${refusal.message}\nreferences[${index}] is ${printableLine(`${file}:${line}: ${key}`)}. ` +
      'To push the others, add the file to ignore: in bunting.yaml.',
  );
}

/** Returns the body of a push (contract §2.5). Equal references of one commit give the same bytes. */
export function snapshotBody(
  project: string,
  identity: Identity,
  references: readonly Reference[],
  withSnippets: boolean,
): string {
  return JSON.stringify({
    project,
    provider: identity.provider,
    repository: identity.repository,
    branch: identity.branch,
    ...(identity.commit === undefined ? {} : { commit_sha: identity.commit }),
    references: references.map(({ key, file, line, snippet }) => ({
      key,
      file,
      line_number: line,
      ...(withSnippets && snippet !== '' ? { snippet } : {}),
    })),
  });
}
