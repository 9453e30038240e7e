import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { AuditRecord } from '../../api/types.ts';
import { Skeleton } from '../../design/query-boundary.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Differences } from '../../editing/differences.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { ReviewForm } from '../../editing/review-form.tsx';
import kit from '../../design/kit.module.css';
import { AffectedFeatures } from '../affected/affected-features.tsx';
import { findAffectedEnvironments } from '../affected/affected-environments.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { revertDryRunQuery, useRevert } from './changes.ts';
import style from './history.module.css';
import { LaterChanges } from './later-changes.tsx';
import { shownPart, type ConflictPart } from './model.ts';
import { changeQuery } from '../../api/queries/audit-records.ts';
import { useEnvironments } from './use-environments.ts';

/** Shows a revert before it runs. If others changed the same parts since, lists the conflicts instead. */
export function RevertDialog({
  org,
  record,
  onClose,
}: {
  org: string;
  record: AuditRecord;
  onClose: () => void;
}) {
  const [only, setOnly] = useState(false);
  const dryRun = useQuery(revertDryRunQuery(org, record.id, only));
  const revert = useRevert(org, record.id);
  const say = useToast();
  const hasOthers = useHasOthers(org, record);
  const environments = useEnvironments(org, record);
  const error = revert.error ?? dryRun.error;
  const {
    changes,
    touches = [],
    touches_omitted: omitted = 0,
    approval_required: guarded = [],
  } = dryRun.data ?? {};
  const canRevert = changes !== undefined && changes.length > 0 && guarded.length === 0;
  const { list, isProtected } = findAffectedEnvironments(touches, omitted, environments);
  function run(comment: string | undefined) {
    revert.mutate(
      { only, comment },
      {
        onSuccess({ change_id: id }) {
          onClose();
          say(`Reverted: ${record.subject}.`, {
            change: { org, id: id ?? undefined },
            subject: `${record.subject}.`,
          });
        },
      },
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Revert: ${record.subject}`}>
      <ReviewForm
        action={list === '' ? 'Revert' : `Revert in ${list}`}
        isProtected={isProtected}
        isReady={canRevert && !revert.isPending && dryRun.error === null}
        problem={revert.error}
        refused={<Refused error={error} org={org} record={record} />}
        hint="If empty, it names the reverted change."
        onSave={run}
        onClose={onClose}
      >
        {hasOthers && (
          <label className={kit.named}>
            <input type="checkbox" checked={only} onChange={(event) => setOnly(event.target.checked)} />
            Only this record of the change
          </label>
        )}
        {!changes && !error && <Skeleton height={64} />}
        {changes && (
          <p className={kit.hint}>
            {changes.length === 0
              ? 'Nothing to revert. It was already changed back.'
              : 'This will change the following. Later changes by others are kept.'}
          </p>
        )}
        {guarded.length > 0 && !error && (
          <p className={kit.notice} role="status">
            You can’t revert this: changes in{' '}
            {new Intl.ListFormat('en-GB').format(
              guarded.map((slug) => environments.find((each) => each.slug === slug)?.name ?? slug),
            )}{' '}
            need approval.
          </p>
        )}
        {changes && !error && <Differences changes={changes} isProtected={isProtected} />}
        {touches.length > 0 && !error && <AffectedFeatures {...{ touches, omitted, environments }} />}
      </ReviewForm>
    </Dialog>
  );
}

function useHasOthers(org: string, { change_id: changeId }: AuditRecord): boolean {
  const { data } = useQuery({ ...changeQuery(org, changeId ?? ''), enabled: changeId !== null });
  return (data?.items.length ?? 0) > 1;
}

function Refused({ error, org, record }: { error: Error | null; org: string; record: AuditRecord }) {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return <FormProblem problem={error} />;
  return (
    <div role="alert" className={style.conflicts}>
      <p className={kit.wrong}>Can’t revert, because others changed the same parts since:</p>
      <ul>
        {(error.details as readonly ConflictPart[]).map((part) => (
          <li key={part.path}>
            <p>
              <code>{part.path}</code> {part.message}
            </p>
            {part.wanted !== undefined && (
              <dl>
                <dt>Now</dt>
                <dd>
                  <code>{shownPart(part.now)}</code>
                </dd>
                <dt>Reverted</dt>
                <dd>
                  <code>{shownPart(part.wanted)}</code>
                </dd>
              </dl>
            )}
          </li>
        ))}
      </ul>
      <LaterChanges org={org} record={record} />
    </div>
  );
}
