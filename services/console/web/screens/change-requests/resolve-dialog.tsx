import { useState } from 'react';
import { asApiError, getErrorDetails } from '../../api/api-error.ts';
import type { OfRequest } from '../../api/queries/change-requests.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import kit from '../../design/kit.module.css';
import { Conflicts } from '../../editing/conflicts.tsx';
import type { Choices, Conflict } from '../../editing/editable-document.ts';
import type { ConflictPart } from '../../flags/audit-records/model.ts';
import { useRebase } from './changes.ts';
import { sortConflicts } from './model.ts';

const sideNames = { now: 'Current', wanted: 'This request' };

/** Decides the conflicts of a request with later changes, part by part, which makes a new revision. */
export function ResolveDialog({
  target,
  conflicts: found,
  revision,
  onClose,
}: {
  target: OfRequest;
  conflicts: readonly ConflictPart[];
  revision: number;
  onClose: () => void;
}) {
  const rebase = useRebase(target);
  const say = useToast();
  const [choices, setChoices] = useState<Choices>({});
  const isConflict = asApiError(rebase.error)?.code === 'conflict';
  // Another decision can uncover further conflicts.
  const left = isConflict ? (getErrorDetails(rebase.error) as readonly ConflictPart[]) : [];
  const paths = new Set(found.map(({ path }) => path));
  const { decidable, others, isHopeless } = sortConflicts([
    ...found,
    ...left.filter(({ path }) => !paths.has(path)),
  ]);
  const isUndecided = decidable.some(({ path }) => choices[path] === undefined);
  function resolve() {
    const decisions = Object.entries(choices).map(([path, take]) => ({ path, take }));
    rebase.mutate(decisions, {
      onSuccess({ body }) {
        onClose();
        say(`Resolved the conflicts of #${body.number} in revision ${body.revision}`);
      },
    });
  }
  return (
    <Dialog isOpen onClose={onClose} title="Resolve conflicts">
      <p>
        Others changed the same parts after this change was proposed. Choose what each part becomes when the
        request is applied. This makes revision {revision + 1}: approvals of earlier revisions no longer
        count, and you can’t approve it.
      </p>
      {others.length > 0 && (
        <ul className={kit.lines}>
          {others.map(({ path, message }) => (
            <li key={path + message}>{message}</li>
          ))}
        </ul>
      )}
      {isHopeless && <p>These can’t be merged. Close this request and propose the change again.</p>}
      <Conflicts
        conflicts={decidable as readonly Conflict[]}
        choices={choices}
        onChoose={setChoices}
        sideNames={sideNames}
      />
      {!isConflict && <FormProblem problem={rebase.error} />}
      {isConflict && left.length > 0 && (
        <p className={kit.wrong} role="alert">
          Not resolved yet. Decide what is left.
        </p>
      )}
      <div className={kit.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          kind="main"
          disabled={rebase.isPending}
          disabledReason={getResolveReason(isHopeless, isUndecided)}
          onClick={resolve}
        >
          Resolve
        </Button>
      </div>
    </Dialog>
  );
}

function getResolveReason(isHopeless: boolean, isUndecided: boolean): string | undefined {
  if (isHopeless) return 'These conflicts can’t be merged.';
  return isUndecided ? 'Choose one side of each part first.' : undefined;
}
