import { useQuery } from '@tanstack/react-query';
import { previewQuery, type OfRequest } from '../../api/queries/change-requests.ts';
import type { ChangeRequest } from '../../api/types.ts';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormDialog } from '../../design/forms/form-dialog.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import kit from '../../design/kit.module.css';
import { Skeleton } from '../../design/query-boundary.tsx';
import { Differences } from '../../editing/differences.tsx';
import { useApply } from './changes.ts';

interface ApplyOptions {
  readonly target: OfRequest;
  readonly request: ChangeRequest;
  readonly etag: string;
  /** The names of the environments, as a list in words; '' = none. */
  readonly names: string;
  readonly isProtected: boolean;
  readonly onClose: () => void;
}

/** Shows what a request changes now, and applies it. */
export function ApplyDialog({ target, request, etag, names, isProtected, onClose }: ApplyOptions) {
  const apply = useApply(target);
  const onApplied = useApplied({ target, request, onClose });
  return (
    <ConfirmDialog
      isOpen
      title={`Apply #${request.number}?`}
      action={names === '' ? 'Apply' : `Apply to ${names}`}
      kind={isProtected ? 'guard' : 'main'}
      isPending={apply.isPending}
      error={apply.error}
      onConfirm={() => apply.mutate(undefined, { onSuccess: ({ changeId }) => onApplied(changeId) })}
      onClose={onClose}
    >
      <Preview {...{ target, etag, isProtected }} />
    </ConfirmDialog>
  );
}

/** Applies a request whose approvals are missing, for a reason that the audit log shows. */
export function WithoutApprovalDialog({ target, request, etag, names, isProtected, onClose }: ApplyOptions) {
  const apply = useApply(target);
  const onApplied = useApplied({ target, request, onClose });
  const form = useForm({ reason: '' }, async ({ reason }) => {
    const { changeId } = await apply.mutateAsync(reason.trim());
    onApplied(changeId);
  });
  return (
    <FormDialog
      title={`Apply #${request.number} without approval?`}
      action={`Apply to ${names} without approval`}
      kind="guard"
      form={form}
      fields={['without_approval']}
      isReady={form.values.reason.trim().length >= 10}
      onClose={onClose}
    >
      <Preview {...{ target, etag, isProtected }} />
      <Field
        label="Reason"
        hint="Why can’t this wait for approval? At least 10 characters, shown in the audit log."
        minLength={10}
        maxLength={500}
        required
        {...form.bind('reason', 'without_approval')}
      />
    </FormDialog>
  );
}

function useApplied({ target, request, onClose }: Pick<ApplyOptions, 'target' | 'request' | 'onClose'>) {
  const say = useToast();
  return (id: string | undefined) => {
    onClose();
    say(`Applied #${request.number}`, { change: { org: target.org, id } });
  };
}

function Preview({ target, etag, isProtected }: Pick<ApplyOptions, 'target' | 'etag' | 'isProtected'>) {
  const { data, error } = useQuery(previewQuery(target, etag));
  if (error !== null) return <p className={kit.wrong}>{error.message}</p>;
  if (data === undefined) return <Skeleton height={64} />;
  return (
    <>
      <p className={kit.hint}>This will change:</p>
      <Differences changes={data.changes} isProtected={isProtected} />
    </>
  );
}
