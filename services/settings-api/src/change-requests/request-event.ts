import type { ProjectState, RecordedChange } from '@bunting/changes';
import { diffRecords } from '@bunting/history';
import type { ProposedRecord } from './records.ts';
import type { RequestRow } from './request-row.ts';
import { getStage } from './stage.ts';

/** The verbs of the audit records of change requests, which webhooks share. */
export type RequestVerb = 'opened' | 'updated' | 'reviewed' | 'applied' | 'failed' | 'closed';

/**
 * Returns the webhook event of what became of a request. An edit has none: whoever reviews it finds the new revision.
 * @param actor the person who did it; the author of a request that Bunting applied or that expired
 */
export function toRequestEvent(
  verb: RequestVerb,
  project: Pick<ProjectState, 'slug'>,
  row: RequestRow,
  actor: string,
  records: readonly ProposedRecord[] = [],
): RecordedChange['event'] {
  if (verb === 'updated') return undefined;
  const { number, title, author, status, environments } = row;
  return {
    kind: 'change_request',
    verb,
    changeRequest: {
      number,
      title,
      project: project.slug,
      author,
      status,
      stage: getStage(row),
      environments: environments.flatMap(({ slug, altered }) => (altered ? [slug] : [])),
    },
    lines: [...describeOutcome(verb, row, actor), ...describe(records)],
  };
}

const closedWords = { withdrawn: 'Withdrawn', rejected: 'Rejected' };

/** Returns why a request failed, or who applied or closed it. The name of the event and its author don't say so. */
function describeOutcome(verb: RequestVerb, row: RequestRow, actor: string): readonly string[] {
  const { failure, applied_by: appliedBy, closed_as: closedAs } = row;
  if (verb === 'failed') return failure === null ? [] : [failure.message];
  if (verb === 'applied') return appliedBy === null ? [] : [`Applied by ${appliedBy}`];
  if (verb !== 'closed' || closedAs === null) return [];
  return closedAs === 'expired' ? ['Expired'] : [`${closedWords[closedAs]} by ${actor}`];
}

/** Describes the proposed differences, but not what goes with something that is deleted. */
function describe(records: readonly ProposedRecord[]): readonly string[] {
  return diffRecords(records.filter(({ isImplied }) => isImplied !== true)).map(({ text }) => text);
}
