import { Failure, exitCodes } from '../command/failure.ts';
import type { ServiceClient } from './service-client.ts';

/** The service's advice on a feature. */
export interface Advice {
  readonly feature: string;
  readonly status: string;
  readonly owners: readonly string[];
  readonly verdict: string;
  readonly certain: boolean;
  /** Variable → what everybody gets; null = nothing is known to be constant, or nothing is served. */
  readonly forward: Readonly<Record<string, { variation: string | null; value: unknown }>> | null;
  readonly reasons: readonly string[];
  readonly blockers: readonly string[];
  readonly evidence: { readonly constant_since: string | null };
}

export interface ListedFeature {
  readonly slug: string;
  readonly status: string;
  readonly variables: readonly { readonly slug: string }[];
}

/** A place in a repository, of any of the project's. */
export interface RecordedReference {
  readonly variable: string;
  readonly repository: string;
  readonly file: string;
  readonly line_number: number | null;
  readonly url: string | null;
}

/** Bounds what a service that never ends a list can make this command read. */
const maxPages = 1_000;

/** Returns the path of a project in the management API: the organisation is that of the token. */
export async function projectPath(client: ServiceClient, project: string): Promise<string> {
  const [organisation] = await readPage(client, '/organisations?limit=1');
  const { slug } = (organisation ?? {}) as { slug?: unknown };
  if (typeof slug !== 'string') throw unexpected('/organisations');
  return `/organisations/${encodeURIComponent(slug)}/projects/${encodeURIComponent(project)}`;
}

/** Returns the page of a feature in the console. `path` is that of its project in the management API. */
export function consoleAddress({ address }: ServiceClient, path: string, feature: string): string {
  const project = path.replace(/^\/organisations\//, '/o/').replace('/projects/', '/p/');
  return `${address}${project}/features/${encodeURIComponent(feature)}`;
}

/** Reads all items of a list. */
export async function readAll<Item>(client: ServiceClient, path: string): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < maxPages; page += 1) {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const answer = (await client.readSettings(
      `${path}${path.includes('?') ? '&' : '?'}limit=200${after}`,
    )) as {
      items?: unknown;
      next_cursor?: unknown;
    };
    if (!Array.isArray(answer.items)) throw unexpected(path);
    items.push(...(answer.items as Item[]));
    if (typeof answer.next_cursor !== 'string') return items;
    cursor = answer.next_cursor;
  }
  throw new Failure(exitCodes.service, `The list ${path} has more than ${maxPages} pages.`);
}

async function readPage(client: ServiceClient, path: string): Promise<unknown[]> {
  const { items } = (await client.readSettings(path)) as { items?: unknown };
  if (!Array.isArray(items)) throw unexpected(path);
  return items as unknown[];
}

function unexpected(path: string): Failure {
  return new Failure(exitCodes.service, `Unexpected response to GET /settings/v1${path}. Check BUNTING_URL.`);
}
