import type { ChangeTransaction, ProjectState } from '@bunting/changes';
import type { Resolutions } from '@bunting/history';
import type { Writing } from '../reverts/write-project.ts';
import { applyRecords } from './apply-records.ts';
import { findProposal } from './find-proposal.ts';
import type { Contents } from './records.ts';
import type { RequestRow } from './request-row.ts';
import { requireManaging, requireOpen, type Person } from './rights.ts';
import { addRevision, recordRequest, updateRequest } from './store.ts';

/** The sides that somebody chose: by the paths of conflicts, and for all conflicts over an order at once. */
export interface Decisions {
  readonly resolve?: readonly { readonly path: string; readonly take: 'now' | 'wanted' }[];
  readonly order?: 'theirs_first' | 'mine_first';
}

/**
 * Merges a request into what is there now, with the decisions, and stores the result as a new revision whose base is now. It no longer follows
 * a request that is applied or closed. Throws 409 `conflict` with what is left.
 */
export async function rebaseRequest(
  transaction: ChangeTransaction,
  { project, row, contents }: { project: ProjectState; row: RequestRow; contents: Contents },
  decisions: Decisions,
  { by, writing }: { readonly by: Person; readonly writing: Writing },
): Promise<RequestRow> {
  requireManaging(row, by);
  requireOpen(row);
  const resolutions = toResolutions(decisions);
  const afterId = row.after?.status === 'open' ? row.after.id : null;
  const proposal = await findProposal(transaction, project, { afterId, writing }, (inner) =>
    applyRecords(inner, project, contents, { ...writing, resolutions }),
  );
  await updateRequest(transaction, row, { ...row, after_id: afterId }, proposal);
  await addRevision(transaction, row, by);
  return recordRequest(transaction, project, { number: row.number, verb: 'updated', before: row });
}

const sides = { now: 'theirs', wanted: 'ours' } as const;
const firstSides = { theirs_first: 'theirs', mine_first: 'ours' } as const;

/** The paths of conflicts over the order of rules, over rules added at one position, and over the order of variations. */
const orderPath = /\.(?:rules|rules\.added\[\d+\]|variations)$/;

function toResolutions({ resolve = [], order }: Decisions): Resolutions {
  const chosen = new Map(resolve.map(({ path, take }) => [path, sides[take]]));
  const first = order && firstSides[order];
  return { get: (path) => chosen.get(path) ?? (orderPath.test(path) ? first : undefined) };
}
