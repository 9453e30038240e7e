import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import kit from '../../design/kit.module.css';
import { Section } from '../../design/section.tsx';
import { Snippet } from '../../design/snippet.tsx';
import { useMakeSigningSecret } from './changes.ts';
import type { OfEnvironment } from '../../api/queries/environments.ts';

/** Renders the secret with which servers sign the users of client keys. */
export function SigningSecret({
  target,
  disabledReason,
  isMade,
}: {
  target: OfEnvironment;
  disabledReason: string | undefined;
  isMade: boolean;
}) {
  const [isAsking, setAsking] = useState(false);
  const make = useMakeSigningSecret(target);
  const close = () => {
    setAsking(false);
    make.reset();
  };
  return (
    <Section title="Signing secret">
      <p className={kit.hint}>
        {isMade
          ? 'A signing secret exists. If you create a new one, this one stays valid until you create the next.'
          : 'No signing secret yet. Your server uses it to sign users.'}
      </p>
      <div>
        <Button disabledReason={disabledReason} onClick={() => setAsking(true)}>
          Create signing secret
        </Button>
      </div>
      {make.data ? (
        <Dialog isOpen title="New signing secret">
          <p className={kit.notice}>It is shown only now. Copy it to the servers that sign users.</p>
          <Snippet label="Signing secret" code={make.data.body.secret} />
          <div className={kit.actions}>
            <Button kind="main" onClick={close}>
              Done
            </Button>
          </div>
        </Dialog>
      ) : (
        <ConfirmDialog
          isOpen={isAsking}
          title="Create signing secret?"
          action="Create secret"
          isPending={make.isPending}
          error={make.error}
          onConfirm={() => make.mutate()}
          onClose={() => make.isPending || close()}
        >
          {isMade
            ? 'The current secret stays valid while your servers switch over. The one before it stops working now.'
            : 'No request is refused until you require signed users.'}
        </ConfirmDialog>
      )}
    </Section>
  );
}
