import { getConcurrentChange } from '../api/api-error.ts';
import { Button } from '../design/button.tsx';
import kit from '../design/kit.module.css';
import style from './field-conflict.module.css';
import { Table } from '../design/table.tsx';
import { Differences } from './differences.tsx';
import type { Preview } from './editable-document.ts';
import { mergeFields, type FieldDifference } from './fields.ts';
import type { DocumentEditor } from './use-document-editor.ts';
import { whoSaved } from './who-saved.ts';

/** Scrolls the conflict into view, because it is the reason why nothing was saved. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Shows the conflict of a form: stored values beside edited ones. Fields that the user did not edit get the stored value. */
export function FieldConflict<Value extends object, Answer extends Preview>({
  editor,
  describe,
}: {
  editor: DocumentEditor<Value, Answer>;
  /** Returns the stored and the own value of each changed field, in words. */
  describe: (stored: Value, base: Value, value: Value) => readonly FieldDifference[];
}) {
  const { document, stored, base, value, saveError } = editor;
  // There is nothing to compare with until the stored version is loaded.
  if (!editor.isStale || stored.etag === base.etag) return null;
  const change = getConcurrentChange(editor.error);
  return (
    <div ref={saveError ? show : undefined} className={`${kit.card} ${style.behind}`} role="alert">
      <p>{change ? whoSaved(change) : 'This has changed since you started editing.'}</p>
      <Differences changes={(change?.changes ?? []).map((line) => ({ text: document.describe(line) }))} />
      <p>Your changes:</p>
      <Table label="Your changes" heads={['Setting', 'Current', 'Yours']}>
        {describe(stored.value, base.value, value).map((field) => (
          <tr key={field.label}>
            <td>{field.label}</td>
            <td>{field.stored}</td>
            <td>{field.own}</td>
          </tr>
        ))}
      </Table>
      <div className={kit.actions}>
        <Button onClick={editor.discard}>Use theirs</Button>
        <Button
          kind="main"
          onClick={() => editor.rebase({ base: stored, value: mergeFields(base.value, stored.value, value) })}
        >
          Keep mine
        </Button>
      </div>
    </div>
  );
}
