import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import kit from '../ui/kit.module.css';
import { ago } from '../ui/time.tsx';

/** Asks for the last four: a revoked key is refused within a second, and does not come back. */
export function RevokeDialog({
  lastFour,
  name,
  usedAt,
  environment,
  error,
  isBusy,
  onClose,
  onRevoke,
}: {
  lastFour: string;
  name: string | null;
  usedAt: string | null;
  environment: string;
  error: Error | null;
  isBusy: boolean;
  onClose: () => void;
  onRevoke: () => void;
}) {
  const [typed, setTyped] = useState('');
  return (
    <Dialog isOpen onClose={onClose} title={`Revoke ${name ?? `the key …${lastFour}`}?`}>
      <p>
        Whoever asks {environment} with it is refused within a second. This cannot be undone.{' '}
        {usedAt !== null && <b className={kit.wrong}>It was used {ago(new Date(usedAt))}.</b>}
      </p>
      <Field
        label={`Its last four characters: ${lastFour}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        maxLength={4}
        autoComplete="off"
        wrong={error?.message}
      />
      <div className={kit.actions}>
        <Button onClick={onClose}>Back</Button>
        <Button kind="danger" disabled={typed !== lastFour || isBusy} onClick={onRevoke}>
          Revoke
        </Button>
      </div>
    </Dialog>
  );
}
