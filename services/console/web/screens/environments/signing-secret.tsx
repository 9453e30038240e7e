import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import kit from '../../design/kit.module.css';
import { Section } from '../../design/section.tsx';
import { Snippet } from '../../design/snippet.tsx';
import { useMakeSigningSecret } from './changes.ts';
import type { OfEnvironment } from '../../api/queries/environments.ts';

/** With it servers sign the users of client keys. */
export function SigningSecret({
  target,
  refusal,
  isMade,
}: {
  target: OfEnvironment;
  refusal: string | undefined;
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
          ? 'A secret was made. A new one takes its turn; the present one verifies until another is made after it.'
          : 'None was made. Servers sign users with it, so that pages cannot ask as somebody else.'}
      </p>
      <div>
        <Button refusal={refusal} onClick={() => setAsking(true)}>
          Make a new signing secret
        </Button>
      </div>
      {make.data ? (
        <Dialog isOpen title="The signing secret">
          <p className={kit.notice}>It is shown only now. Copy it to the servers that sign users.</p>
          <Snippet label="The signing secret" code={make.data.body.secret} />
          <div className={kit.actions}>
            <Button kind="main" onClick={close}>
              Done
            </Button>
          </div>
        </Dialog>
      ) : (
        <ConfirmDialog
          isOpen={isAsking}
          title="Make a new signing secret?"
          action="Make the secret"
          isPending={make.isPending}
          error={make.error}
          onConfirm={() => make.mutate()}
          onClose={() => make.isPending || close()}
        >
          {isMade
            ? 'The present secret goes on verifying, so that servers can change over; the one before it ends now.'
            : 'Nothing is refused because of it, until users have to be signed.'}
        </ConfirmDialog>
      )}
    </Section>
  );
}
