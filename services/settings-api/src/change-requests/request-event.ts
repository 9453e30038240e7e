import type { ProjectState, RecordedChange } from '@bunting/changes';
import { diffRecords } from '@bunting/history';
import type { ProposedRecord } from './records.ts';
import type { RequestRow } from './request-row.ts';
import { getStage } from './stage.ts';

/** The verbs of the audit records of change requests, which webhooks share. */
export type RequestVerb = 'opened' | 'updated' | 'reviewed' | 'applied' | 'failed' | 'closed';

/** Returns the webhook event of what became of a request. An edit has none: whoever reviews it finds the new revision. */
export function toRequestEvent(
  verb: RequestVerb,
  project: Pick<ProjectState, 'slug'>,
  row: RequestRow,
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
    lines: verb === 'failed' && row.failure !== null ? [row.failure.message] : describe(records),
  };
}

/** Describes the proposed differences, but not what goes with something that is deleted. */
function describe(records: readonly ProposedRecord[]): readonly string[] {
  return diffRecords(records.filter(({ isImplied }) => isImplied !== true)).map(({ text }) => text);
}
