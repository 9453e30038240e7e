import type { OfServing } from '../../../api/queries/project.ts';
import type { Environment } from '../../../api/types.ts';
import { usePinning } from '../../../flags/overrides/changes.ts';
import type { Pin } from '../../../api/queries/overrides.ts';
import { ReviewPins } from '../../../flags/overrides/review-pins.tsx';
import { Dialog } from '../../../design/floating/dialog.tsx';
import type { NamedVariation } from '../../../flags/variation/variation-mark.tsx';
import { useToast } from '../../../design/floating/toast.tsx';

/** Removes an override after a dry run. Undo restores it with its note. */
export function RemoveDialog({
  target,
  environment,
  variations,
  pin,
  onClose,
}: {
  target: OfServing;
  environment: Environment;
  variations: readonly NamedVariation[];
  pin: Pin;
  onClose: () => void;
}) {
  const again = usePinning(target);
  const say = useToast();
  const { user_id: user, variation, note } = pin;
  return (
    <Dialog isOpen onClose={onClose} title={`Remove the override for ${user}?`}>
      <ReviewPins
        target={target}
        environment={environment}
        variations={variations}
        pins={{ [user]: null }}
        action="Remove in"
        onClose={onClose}
        onDone={() => {
          onClose();
          say(`Removed the override for ${user} in ${environment.name}`, {
            // Uses the promise, because callbacks of the mutation end with this dialog.
            undo: () =>
              void again
                .mutateAsync({ pins: { [user]: { variation, ...(note !== null && { note }) } } })
                .catch((error: Error) => say(`Couldn’t restore the override for ${user}. ${error.message}`)),
          });
        }}
      />
    </Dialog>
  );
}
