import type { OfRequest } from '../../api/queries/change-requests.ts';
import type { ChangeRequest } from '../../api/types.ts';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormDialog } from '../../design/forms/form-dialog.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import kit from '../../design/kit.module.css';
import { useClose, useTakeOver } from './changes.ts';

interface DialogOptions {
  readonly target: OfRequest;
  readonly request: ChangeRequest;
  readonly onClose: () => void;
}

/** Closes a request, with those that follow it if the user chooses so. */
export function CloseDialog({ target, request, onClose }: DialogOptions) {
  const { number, followed_by: followers } = request;
  const close = useClose(target);
  const say = useToast();
  const form = useForm({ comment: '', withFollowers: false }, async ({ comment, withFollowers }) => {
    await close.mutateAsync({ comment: comment.trim() || undefined, withFollowers });
    onClose();
    say(`Closed #${number}`);
  });
  const list = new Intl.ListFormat('en-GB').format(followers.map((each) => `#${each}`));
  return (
    <FormDialog
      title={`Close #${number}?`}
      action="Close request"
      kind="danger"
      form={form}
      fields={['comment']}
      onClose={onClose}
    >
      <p>It will not be applied. You can reopen it for 30 days.</p>
      {followers.length > 0 && (
        <label className={kit.named}>
          <input
            type="checkbox"
            checked={form.values.withFollowers}
            onChange={({ target: { checked } }) => form.change({ withFollowers: checked })}
          />
          Also close {list}, which would conflict without it
        </label>
      )}
      <Field label="Comment" hint="Shown in the audit log" maxLength={500} {...form.bind('comment')} />
    </FormDialog>
  );
}

/** Makes the user the author of a request. */
export function TakeOverDialog({
  target,
  request: { number, author },
  getName,
  onClose,
}: DialogOptions & { readonly getName: (email: string) => string }) {
  const takeOver = useTakeOver(target);
  const say = useToast();
  return (
    <ConfirmDialog
      isOpen
      title={`Take over #${number}?`}
      action="Take over"
      isPending={takeOver.isPending}
      error={takeOver.error}
      onConfirm={() =>
        takeOver.mutate(undefined, {
          onSuccess() {
            onClose();
            say(`You are the author of #${number}`);
          },
        })
      }
      onClose={onClose}
    >
      You become its author instead of {getName(author)}, and it is applied in your name. You can’t approve it
      any more.
    </ConfirmDialog>
  );
}
