import createClient from 'openapi-fetch';
import { base } from './base.ts';
import { beginWrite } from './live/changes-stream.ts';
import { createUnreachableError, toApiError } from './read-error.ts';
import { untilSignedIn } from './session/renewed-session.ts';
import type { Answered, TypedClient } from './typed-client.ts';

/** A response with its version, for If-Match. */
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
    // The page aborted the request.
    if (request.signal.aborted) throw error;
    throw createUnreachableError();
  } finally {
    endWrite?.(changeId);
  }
}

/** Sends a request, and sends it again after a new sign-in. Sending consumes the body, so a copy is kept. */
async function sendSignedIn(request: Request): Promise<Response> {
  const copy = request.clone();
  const response = await send(request);
  if (response.status !== 401) return response;
  await untilSignedIn();
  return sendSignedIn(copy);
}

/** The client of the management API for signed-in users. If the session has ended, requests wait for the sign-in dialog. */
export const settings = createClient<never>({ baseUrl: base, fetch: sendSignedIn }) as TypedClient;
/** The client for pages without a session, which handle a 401. */
export const anonymous = createClient<never>({ baseUrl: base, fetch: send }) as TypedClient;

/** The response to a write. */
export interface Changed<Body> extends Versioned<Body> {
  /** The id of the change in the audit log, for Undo and links. Undefined = nothing changed. */
  readonly changeId: string | undefined;
}

/** The body of a response that is no dry run. */
type BodyOf<Body> = Exclude<NonNullable<Body>, { readonly dry_run: true }>;
/** The body of a dry run. */
type DryRunOf<Body> = Extract<NonNullable<Body>, { readonly dry_run: true }>;

/** Returns the body of a response. Throws an ApiError. */
export async function readBody<Body>(asked: Answered<Body>): Promise<BodyOf<Body>> {
  const { data, error, response } = await asked;
  if (!response.ok) throw toApiError(response, error);
  return data as BodyOf<Body>;
}

/** Returns the body of a response with its ETag. Throws an ApiError. */
export async function readVersioned<Body>(asked: Answered<Body>): Promise<Versioned<BodyOf<Body>>> {
  const { data, error, response } = await asked;
  if (!response.ok) throw toApiError(response, error);
  return { body: data as BodyOf<Body>, etag: response.headers.get('ETag') ?? '' };
}

/** Returns the body of a dry run with its ETag, if any. Throws an ApiError. */
export async function readDryRun<Body>(asked: Answered<Body>): Promise<Versioned<DryRunOf<Body>>> {
  const { data, error, response } = await asked;
  if (!response.ok) throw toApiError(response, error);
  return { body: data as DryRunOf<Body>, etag: response.headers.get('ETag') ?? '' };
}

/** Returns the body of a write with its ETag and change id. Throws an ApiError. */
export async function readChanged<Body>(asked: Answered<Body>): Promise<Changed<BodyOf<Body>>> {
  const { data, error, response } = await asked;
  if (!response.ok) throw toApiError(response, error);
  return {
    body: data as BodyOf<Body>,
    etag: response.headers.get('ETag') ?? '',
    changeId: response.headers.get('Change-Id') ?? undefined,
  };
}
