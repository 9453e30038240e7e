import type { ReactNode } from 'react';
import { Button, type ButtonKind } from '../button.tsx';
import { Dialog } from '../floating/dialog.tsx';
import kit from '../kit.module.css';
import { Form } from './form.tsx';
import { FormProblem } from './form-problem.tsx';
import { SendButton } from './send-button.tsx';

/** The part of a form's state (use-form.ts) that the dialog uses. */
interface Sent {
  readonly error: Error | null;
  readonly isPending: boolean;
  readonly submit: () => void;
}

/** Renders a dialog with a form that creates, invites or renames. It stays open while the request is pending, because its result may be shown once. */
export function FormDialog({
  title,
  action,
  form: { error, isPending, submit },
  fields,
  kind = 'main',
  isReady = true,
  cancel = 'Cancel',
  actions,
  onClose,
  children,
}: {
  title: string;
  /** On the button: "Create project". */
  action: string;
  form: Sent;
  /** The paths of errors that fields show. The dialog lists all others. */
  fields: readonly string[];
  kind?: ButtonKind;
  /** False if the values cannot be sent yet. */
  isReady?: boolean;
  /** On the button that closes the dialog. */
  cancel?: 'Cancel' | 'Close';
  /** Further buttons. */
  actions?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}) {
  const close = () => isPending || onClose();
  return (
    <Dialog isOpen onClose={close} title={title}>
      <Form onSubmit={submit}>
        {children}
        <FormProblem problem={error} fields={fields} />
        <div className={kit.actions}>
          <Button onClick={close}>{cancel}</Button>
          {actions}
          <SendButton problem={error} kind={kind} disabled={isPending || !isReady}>
            {action}
          </SendButton>
        </div>
      </Form>
    </Dialog>
  );
}
