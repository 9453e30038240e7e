import createClient from 'openapi-fetch';
import { base } from './base.ts';
import { beginWrite } from './live/changes-stream.ts';
import { createUnreachableError, toApiError } from './read-error.ts';
import { untilSignedIn } from './session/renewed-session.ts';
import type { Answered, TypedClient } from './typed-client.ts';

/** An answer with its version, which If-Match of a write is compared with. */
export interface Versioned<Body> {
  readonly body: Body;
  readonly etag: string;
}

async function send(request: Request): Promise<Response> {
  const endWrite = request.method === 'GET' ? undefined : beginWrite();
  let changeId: string | null = null;
  try {
    const response = await fetch(request);
    changeId = response.headers.get('Change-Id');
    return response;
  } catch (error) {
    // Given up by the page: nobody waits for it.
    if (request.signal.aborted) throw error;
    throw createUnreachableError();
  } finally {
    endWrite?.(changeId);
  }
}

/** Sends it again when somebody has signed in. A request has been sent only once its body was read, so a copy is kept. */
async function sendSignedIn(request: Request): Promise<Response> {
  const copy = request.clone();
  const response = await send(request);
  if (response.status !== 401) return response;
  await untilSignedIn();
  return sendSignedIn(copy);
}

/** The settings interface, for whoever is signed in. Waits for the sign-in dialog where the session has ended. */
export const settings = createClient<never>({ baseUrl: base, fetch: sendSignedIn }) as TypedClient;
/** The same for pages before anybody is known: 401 is an answer. */
export const anonymous = createClient<never>({ baseUrl: base, fetch: send }) as TypedClient;

/** The answer to a write. */
export interface Changed<Body> extends Versioned<Body> {
  /** Of its audit records: what Undo reverts and a link names. Undefined = nothing was changed. */
  readonly changeId: string | undefined;
}

/** The body where the request did not ask for a dry run. */
type BodyOf<Body> = Exclude<NonNullable<Body>, { readonly dry_run: true }>;
/** The body where it did. */
type DryRunOf<Body> = Extract<NonNullable<Body>, { readonly dry_run: true }>;

/** Returns the body of an answer. Throws an ApiError. */
export async function bodyOf<Body>(asked: Answered<Body>): Promise<BodyOf<Body>> {
  const { data, error, response } = await asked;
  if (!response.ok) throw toApiError(response, error);
  return data as BodyOf<Body>;
}

/** The body of an answer with its ETag. Throws an ApiError. */
export async function versionedOf<Body>(asked: Answered<Body>): Promise<Versioned<BodyOf<Body>>> {
  const { data, error, response } = await asked;
  if (!response.ok) throw toApiError(response, error);
  return { body: data as BodyOf<Body>, etag: response.headers.get('ETag') ?? '' };
}

/** Returns the answer to a dry run, with its ETag where it has one. Throws an ApiError. */
export async function dryRunOf<Body>(asked: Answered<Body>): Promise<Versioned<DryRunOf<Body>>> {
  const { data, error, response } = await asked;
  if (!response.ok) throw toApiError(response, error);
  return { body: data as DryRunOf<Body>, etag: response.headers.get('ETag') ?? '' };
}

/** The body of an answer to a write, with its ETag and what its audit records are found by. Throws an ApiError. */
export async function changedOf<Body>(asked: Answered<Body>): Promise<Changed<BodyOf<Body>>> {
  const { data, error, response } = await asked;
  if (!response.ok) throw toApiError(response, error);
  return {
    body: data as BodyOf<Body>,
    etag: response.headers.get('ETag') ?? '',
    changeId: response.headers.get('Change-Id') ?? undefined,
  };
}
