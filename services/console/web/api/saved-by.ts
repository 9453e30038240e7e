import { useEffect, useState } from 'react';
import { onChanges, type ReportedChange } from './changes-stream.ts';

/** What is edited: changes of it and below it count. */
export interface Subject {
  readonly project: string;
  readonly feature?: string | undefined;
  /** Of a feature, what an environment serves; undefined = the feature itself. */
  readonly env?: string | undefined;
}

const isOf = (change: ReportedChange, { project, feature, env }: Subject) =>
  change.project === project &&
  (feature === undefined || change.feature === feature) &&
  (env === undefined || change.environment === env);

/** What others have saved of a document since it was opened, or since `clear` was called. */
export function useSavedBy({ project, feature, env }: Subject) {
  const key = JSON.stringify([project, feature, env]);
  const [seen, setSeen] = useState<Seen>({ key, changes: [] });
  useEffect(
    () =>
      onChanges({
        onChange(change) {
          if (!isOf(change, { project, feature, env })) return;
          setSeen((before) => ({
            key,
            changes: [...(before.key === key ? before.changes.slice(-99) : []), change],
          }));
        },
      }),
    [key, project, feature, env],
  );
  const changes = seen.key === key ? seen.changes : [];
  const last = changes.at(-1);
  return {
    saved: last && {
      by: last.actor_name ?? last.actor,
      count: changes.filter(({ actor }) => actor === last.actor).length,
      changeId: last.change_id,
    },
    clear: () => setSeen({ key, changes: [] }),
  };
}

interface Seen {
  /** Of the subject. */
  readonly key: string;
  readonly changes: readonly ReportedChange[];
}
