import { ApiError, asApiError } from './api-error.ts';
import { readBody, readDryRun, settings } from './client.ts';
import type { InProject } from './queries/project.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/change-requests';

/** A request to the management API that a change request makes later. */
export interface ProposedChange {
  readonly method: 'PUT' | 'PATCH' | 'POST' | 'DELETE';
  /** Below the project. */
  readonly path: string;
  readonly body?: object;
}

/** The members of a new change request besides its changes. */
export interface NewRequest {
  readonly title: string;
  readonly description?: string;
  readonly reviewers?: string[];
  readonly apply?: { at?: string; when_approved?: boolean };
}

/** Returns the lines of the changes that a change request would propose. Members may ask it, too. Throws as the proposed request does. */
export async function dryRunProposal(target: InProject, change: ProposedChange, signal?: AbortSignal) {
  const { body } = await ofProposedRequest(
    readDryRun(
      settings.POST(path, {
        params: { path: { org: target.org, project: target.project }, query: { dry_run: true } },
        body: { title: 'Preview', changes: [change] },
        ...(signal && { signal }),
      }),
    ),
  );
  return {
    changes: body.proposed.map(({ subject, text }) => ({
      text,
      what: text.startsWith(`${subject}: `) ? text.slice(subject.length + 2) : text,
    })),
  };
}

/** Opens a change request and returns its number. Throws as the proposed request does. */
export async function openChangeRequest(
  target: InProject,
  change: ProposedChange,
  request: NewRequest,
): Promise<number> {
  const { number } = await ofProposedRequest(
    readBody(
      settings.POST(path, {
        params: { path: { org: target.org, project: target.project } },
        body: { ...request, changes: [change] },
      }),
    ),
  );
  return number;
}

const prefix = /^changes\[0\]\.body\.?/;

/** Gives the errors of the proposed request the paths that they have when it is sent directly. */
async function ofProposedRequest<Body>(asked: Promise<Body>): Promise<Body> {
  try {
    return await asked;
  } catch (error) {
    const { message, details = [], ...rest } = asApiError(error) ?? {};
    if (message === undefined || !details.some(({ path: at }) => prefix.test(at))) throw error;
    throw new ApiError(message, {
      ...(rest as { status: number }),
      details: details.map((detail) => ({ ...detail, path: detail.path.replace(prefix, '') })),
    });
  }
}
