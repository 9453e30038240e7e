import { ConfirmDialog } from '../design/floating/confirm-dialog.tsx';

/** Asks before signing out discards unsaved changes. */
export function SignOutDialog({
  unsaved,
  onSignOut,
  onClose,
}: {
  /** The names of the documents with unsaved changes. */
  unsaved: readonly string[];
  onSignOut: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      isOpen
      title="Discard unsaved changes?"
      action="Discard and sign out"
      kind="danger"
      onConfirm={onSignOut}
      onClose={onClose}
    >
      <p>Signing out removes your unsaved changes from this browser:</p>
      <ul>
        {unsaved.map((subject) => (
          <li key={subject}>{subject}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
