import { useState, type FormEvent, type ReactNode } from 'react';
import { Button, type ButtonKind } from '../button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from '../forms/field.tsx';
import { ErrorDetails, ExistingResourceLink } from '../error-details.tsx';
import kit from '../kit.module.css';
import { RequestId } from '../request-id.tsx';
import { againIn, useWait } from '../hooks/use-wait.ts';
import { Form } from '../forms/form.tsx';

/** Asks for confirmation. The children say what will happen. Actions without Undo require the user to type a word. */
export function ConfirmDialog({
  isOpen,
  title,
  action,
  kind = 'main',
  typed,
  typedLabel,
  disabledReason,
  isPending = false,
  error,
  onConfirm,
  onClose,
  children,
}: {
  isOpen: boolean;
  title: string;
  /** On the button: "Delete". */
  action: string;
  kind?: Extract<ButtonKind, 'danger' | 'guard' | 'main'>;
  /** The text that the user must type before the button is enabled. */
  typed?: string | undefined;
  typedLabel?: string | undefined;
  /** The reason why the user cannot do it; undefined = allowed. */
  disabledReason?: string | undefined;
  isPending?: boolean;
  /** The error of the last attempt. */
  error?: Error | null | undefined;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}) {
  const [given, setGiven] = useState('');
  const wait = useWait(error);
  const isRefused = disabledReason !== undefined;
  const isReady = (typed === undefined || given === typed) && !isPending && wait === 0 && !isRefused;
  const close = () => {
    setGiven('');
    onClose();
  };
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) onConfirm();
  }
  return (
    <Dialog isOpen={isOpen} onClose={close} title={title}>
      <Form onSubmit={submit}>
        <div>{children}</div>
        {isRefused && <p className={kit.notice}>{disabledReason}</p>}
        {typed !== undefined && !isRefused && (
          <Field
            label={typedLabel ?? `Type ${typed} to confirm`}
            value={given}
            onChange={(event) => setGiven(event.target.value)}
            maxLength={200}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {error && (
          <div className={kit.wrong} role="alert">
            {error.message}
            <ErrorDetails of={error} />
            <ExistingResourceLink of={error} />
            <RequestId of={error} />
          </div>
        )}
        <div className={kit.actions}>
          <Button onClick={close}>Cancel</Button>
          <Button kind={kind} type="submit" disabled={!isReady} autoFocus={typed === undefined}>
            {wait > 0 ? againIn(wait) : action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
