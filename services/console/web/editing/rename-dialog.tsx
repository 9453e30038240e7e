import { Button } from '../design/button.tsx';
import { Dialog } from '../design/floating/dialog.tsx';
import { Field } from '../design/forms/field.tsx';
import { Form } from '../design/forms/form.tsx';
import { FormProblem, getFieldError } from '../design/forms/form-problem.tsx';
import { SendButton } from '../design/forms/send-button.tsx';
import kit from '../design/kit.module.css';
import type { Version } from './draft-storage.ts';
import type { EditableDocument, Saved } from './editable-document.ts';
import { FieldConflict } from './field-conflict.tsx';
import { describeFields, getChangedFields } from './fields.ts';
import { useDocumentEditor } from './use-document-editor.ts';

interface Named {
  readonly name: string;
}

/** The operations of a document of which only the name is edited. */
export interface NamedDocument {
  /** Names its queries. */
  readonly key: string;
  readonly read: () => Promise<Version<Named>>;
  /** Saves the name, or nothing, which tells who saved since. */
  readonly patch: (etag: string, body: Partial<Named>) => Promise<Saved<Named>>;
}

function toEditable({ key, read, patch }: NamedDocument): EditableDocument<Named> {
  return {
    name: key,
    isEphemeral: true,
    subject: {},
    read,
    async dryRun({ base }) {
      await patch(base.etag, {});
      return { changes: [] };
    },
    save: ({ base, value }) => patch(base.etag, getChangedFields(base.value, value)),
    describe: ({ text }) => text,
    hasField: (field) => field === 'name',
  };
}

/** Renders a dialog that changes the name of something, whose slug stays. */
export function RenameDialog({
  title,
  slug,
  document,
  stored,
  onSaved,
  onClose,
}: {
  title: string;
  slug: string;
  document: NamedDocument;
  stored: Version<Named>;
  onSaved: (saved: Saved<Named>) => void;
  onClose: () => void;
}) {
  const editor = useDocumentEditor(toEditable(document), stored, {
    isReadOnly: false,
    onSaved(saved) {
      onClose();
      onSaved(saved);
    },
  });
  const { value, isDirty, isStale, saveError, status } = editor;
  return (
    <Dialog isOpen onClose={onClose} title={title}>
      <Form onSubmit={() => void (isDirty ? editor.save() : onClose())}>
        <Field
          label="Name"
          hint={`The slug ${slug} does not change, because URLs and documents use it.`}
          wrong={getFieldError(saveError, 'name')}
          value={value.name}
          required
          maxLength={200}
          onChange={(event) => editor.change({ name: event.target.value })}
        />
        <FieldConflict
          editor={editor}
          describe={(now, base, own) => describeFields({ name: 'Name' }, now, getChangedFields(base, own))}
        />
        {!isStale && <FormProblem problem={saveError} fields={['name']} />}
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton problem={saveError} kind="main" disabled={isStale || status === 'saving'}>
            Rename
          </SendButton>
        </div>
      </Form>
    </Dialog>
  );
}
