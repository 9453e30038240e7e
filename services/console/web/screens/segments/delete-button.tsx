import { useCan } from '../../api/session/use-can.ts';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { paths } from '../../page/paths.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { useRemove } from './changes.ts';
import type { OfSegment, SegmentUse } from '../../api/queries/segments.ts';

/** Deletes an unused segment. Uses are listed beforehand; the server reports uses that were added since. */
export function DeleteButton({
  target,
  etag,
  uses,
}: {
  target: OfSegment;
  etag: string;
  uses: readonly SegmentUse[] | undefined;
}) {
  const [isAsking, setAsking] = useState(false);
  const navigate = useNavigate();
  const say = useToast();
  const remove = useRemove(target);
  const disabledReason = useCan(target.org, 'define').reason;
  const used =
    uses === undefined || uses.length > 0 ? 'Used by the rules below. Change them first.' : undefined;
  return (
    <>
      <Button
        icon="trash"
        kind="danger"
        disabledReason={disabledReason ?? used}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Delete the segment ${target.segment}?`}
        action="Delete"
        kind="danger"
        isPending={remove.isPending}
        error={remove.error}
        onClose={() => {
          remove.reset();
          setAsking(false);
        }}
        onConfirm={() =>
          remove.mutate(
            { etag },
            {
              onSuccess: ({ changeId }) => {
                say(`Deleted the segment “${target.segment}”`, { change: { org: target.org, id: changeId } });
                void navigate({ to: paths.segments, params: target }).then(remove.invalidate);
              },
            },
          )
        }
      >
        No rule uses it, so evaluations stay the same.
      </ConfirmDialog>
    </>
  );
}
