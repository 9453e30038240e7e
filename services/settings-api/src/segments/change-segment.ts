import { changeSegments, readSegments, readSegmentUses } from '@bunting/changes';
import { storedSlug } from '@bunting/definitions';
import type {
  ChangeTransaction,
  OrganisationState,
  ProjectState,
  Role,
  SegmentState,
} from '@bunting/changes';
import { isDeepStrictEqual } from 'node:util';
import { may } from '../framework/access/authorisation.ts';
import type { Caller } from '../framework/access/caller.ts';
import { changeAs } from '../framework/change-as.ts';
import type { Dependencies } from '../dependencies.ts';
import { settingsErrors } from '../framework/errors.ts';
import { requireMatch } from '../framework/http/etag.ts';
import { lockProjectOf } from '../features/change-feature.ts';
import { readSegmentRepresentation } from './representation.ts';
import type { SegmentRepresentation } from './representation.ts';

export interface SegmentRequest {
  readonly organisation: OrganisationState;
  readonly project: ProjectState;
  readonly params: { readonly segment: string };
  readonly role: Role;
  readonly caller: Caller;
  readonly ifMatch: string | undefined;
}

/** Replaces a segment: held and read, compared with `If-Match`, allowed, written. Answers it as it is stored then. */
export async function replaceSegment(
  request: SegmentRequest,
  dependencies: Dependencies,
  { name, anyOf }: Pick<SegmentState, 'name' | 'anyOf'>,
): Promise<SegmentRepresentation> {
  const { result } = await changeAs(dependencies, request.caller, async (transaction) => {
    const { project, before } = await lockSegment(transaction, request);
    const after = { ...before, name, anyOf };
    if (!may(request.role, 'serve-protected') && !isDeepStrictEqual(before.anyOf, after.anyOf)) {
      await requireUnprotected(transaction, before);
    }
    await changeSegments(transaction, project, [{ before, after }]);
    return readSegmentRepresentation(transaction.client, project, before.slug);
  });
  return result;
}

export async function deleteSegment(request: SegmentRequest, dependencies: Dependencies): Promise<void> {
  await changeAs(dependencies, request.caller, async (transaction) => {
    const { project, before } = await lockSegment(transaction, request);
    const uses = await readSegmentUses(transaction, before.id);
    const holders = uses.map(({ feature, environment, place }) => ({
      path: `${feature} in ${environment.slug}: ${place}`,
      message: `names ${before.slug}`,
    }));
    if (holders.length > 0) throw settingsErrors.inUse(`The segment "${before.slug}"`, holders);
    await changeSegments(transaction, project, [{ before }]);
  });
}

export async function findSegment(
  transaction: ChangeTransaction,
  project: ProjectState,
  name: string,
): Promise<SegmentState | undefined> {
  const [segment] = await readSegments(transaction, project, storedSlug(name));
  return segment;
}

async function lockSegment(
  transaction: ChangeTransaction,
  { organisation, project, params, ifMatch }: SegmentRequest,
): Promise<{ project: ProjectState; before: SegmentState }> {
  const held = await lockProjectOf(transaction, organisation, project);
  const before = await findSegment(transaction, held, params.segment);
  if (before === undefined) throw settingsErrors.unknown('segment', params.segment);
  if (ifMatch !== undefined) {
    requireMatch(ifMatch, await readSegmentRepresentation(transaction.client, held, before.slug));
  }
  return { project: held, before };
}

/** In protected environments only admins and owners change whom a rule is for (decisions §7.1). */
async function requireUnprotected(transaction: ChangeTransaction, segment: SegmentState): Promise<void> {
  const uses = await readSegmentUses(transaction, segment.id);
  const environments = uses
    .filter(({ environment }) => environment.protected)
    .map(({ environment }) => environment.slug);
  if (environments.length > 0) throw settingsErrors.protects([...new Set(environments)]);
}
