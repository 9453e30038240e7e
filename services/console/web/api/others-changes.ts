import { useEffect, useState } from 'react';
import { onChanges, type ReportedChange } from './changes-stream.ts';

/** What is edited: a segment, or a feature. */
export interface Subject {
  readonly project: string;
  readonly segment?: string | undefined;
  readonly feature?: string | undefined;
  /** What an environment serves of the feature; undefined = the feature itself. */
  readonly env?: string | undefined;
}

const isOf = (change: ReportedChange, { project, segment, feature = '', env }: Subject) =>
  segment === undefined
    ? change.project === project && change.feature === feature && change.environment === (env ?? null)
    : change.action.startsWith('segment.') && change.subject === `${project}/${segment}`;

/** What others have saved of a document since it was opened: the last of them, and how many changes that were. Undefined = nothing. */
export function useOthersChanges({ project, segment, feature, env }: Subject) {
  const key = JSON.stringify([project, segment, feature, env]);
  const [seen, setSeen] = useState<Seen>({ key, changes: [] });
  useEffect(
    () =>
      onChanges((change) => {
        if (!isOf(change, { project, segment, feature, env })) return;
        setSeen((before) => ({
          key,
          changes: [...(before.key === key ? before.changes.slice(-99) : []), change],
        }));
      }),
    [key, project, segment, feature, env],
  );
  const changes = seen.key === key ? seen.changes : [];
  const last = changes.at(-1);
  return (
    last && {
      by: last.actor_name ?? last.actor,
      count: changes.filter(({ actor }) => actor === last.actor).length,
      changeId: last.change_id,
    }
  );
}

interface Seen {
  /** Of the subject. */
  readonly key: string;
  readonly changes: readonly ReportedChange[];
}
