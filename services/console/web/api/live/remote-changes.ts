import { useEffect, useState } from 'react';
import { onChanges, type ReportedChange } from './changes-stream.ts';
import { isNamedBy } from './touched.ts';

/** The edited document: a segment, a feature, the settings of an environment, or a webhook endpoint. */
export interface Subject {
  /** Absent for documents of the organisation. */
  readonly project?: string | undefined;
  readonly segment?: string | undefined;
  readonly feature?: string | undefined;
  /** With `feature`: its targeting in the environment. Without: the settings of the environment. Absent = the feature itself. */
  readonly env?: string | undefined;
  /** The URL of an endpoint. Changes name only its beginning, which other endpoints can share. */
  readonly endpoint?: string | undefined;
}

/** The actions that change the version of an environment's settings. */
const ofSettings: ReadonlySet<string> = new Set(['environment.updated', 'signing_secret.created']);

function isOf(change: ReportedChange, { project, segment, feature, env, endpoint }: Subject): boolean {
  const { action, subject } = change;
  if (endpoint !== undefined) return action === 'webhook_endpoint.updated' && isNamedBy(subject, endpoint);
  if (segment !== undefined) return action.startsWith('segment.') && subject === `${project}/${segment}`;
  if (change.project !== project || change.environment !== (env ?? null)) return false;
  return feature === undefined ? ofSettings.has(action) : change.feature === feature;
}

/** Returns the changes that others saved since the version of a draft: their authors and number. Undefined = none. */
export function useRemoteChanges({ project, segment, feature, env, endpoint }: Subject, since: string) {
  const key = JSON.stringify([project, segment, feature, env, endpoint, since]);
  const [seen, setSeen] = useState<Seen>({ key, changes: [] });
  useEffect(
    () =>
      onChanges((change) => {
        if (!isOf(change, { project, segment, feature, env, endpoint })) return;
        setSeen((before) => ({
          key,
          changes: [...(before.key === key ? before.changes.slice(-99) : []), change],
        }));
      }),
    [key, project, segment, feature, env, endpoint],
  );
  const changes = seen.key === key ? seen.changes : [];
  const last = changes.at(-1);
  if (last === undefined) return undefined;
  const nameOf = ({ actor_name: name, actor }: ReportedChange) => name || actor;
  const others = new Map(
    changes.filter(({ actor }) => actor !== last.actor).map((change) => [change.actor, nameOf(change)]),
  );
  return {
    by: nameOf(last),
    address: last.actor,
    others: [...others.values()],
    // Counts as a 412 does: one change can have several records.
    count: new Set(changes.map(({ id, change_id: of }) => of ?? id)).size,
    changeId: last.change_id,
  };
}

interface Seen {
  /** The subject and the version. */
  readonly key: string;
  readonly changes: readonly ReportedChange[];
}
