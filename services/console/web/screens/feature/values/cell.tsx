import { useId, useState } from 'react';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/floating/dialog.tsx';
import { JsonEditor } from '../../../design/json/json-editor.tsx';
import kit from '../../../design/kit.module.css';
import { Switch } from '../../../design/forms/switch.tsx';
import { parseValue, type ValueType } from './value.ts';
import style from './values.module.css';

interface CellOptions {
  readonly label: string;
  readonly type: ValueType;
  readonly text: string;
  /** The value before editing; undefined = it is new. */
  readonly before: string | undefined;
  readonly wrong: string | undefined;
  readonly disabledReason: string | undefined;
  readonly onChange: (text: string) => void;
}

/** Edits one value by its type: a switch, a number as text, text, or a document in a dialog. */
export function Cell(options: CellOptions) {
  const { text, before, wrong } = options;
  const id = useId();
  const isChanged = text !== before;
  const was = before !== undefined && isChanged ? `Before: ${before === '' ? 'empty' : before}` : undefined;
  return (
    <div className={style.cell} data-changed={isChanged} data-wrong={wrong !== undefined} title={was}>
      <Control {...options} wrongId={wrong === undefined ? undefined : id} />
      {isChanged && <span className="hidden-text">{was ?? 'new'}</span>}
      {wrong !== undefined && (
        <span id={id} className={kit.wrong}>
          {wrong}
        </span>
      )}
    </div>
  );
}

interface ControlOptions extends Omit<CellOptions, 'before' | 'wrong'> {
  /** The id of the error's element. */
  readonly wrongId: string | undefined;
}

function Control({ label, type, text, wrongId, disabledReason, onChange }: ControlOptions) {
  if (type === 'boolean') {
    return (
      <span className={kit.named}>
        <Switch
          label={label}
          isOn={text === 'true'}
          disabledReason={disabledReason}
          onChange={(isOn) => onChange(String(isOn))}
        />
        <code>{text}</code>
      </span>
    );
  }
  if (type === 'json') return <JsonCell {...{ label, text, wrongId, disabledReason, onChange }} />;
  return (
    <textarea
      className={`${kit.input} ${style.text}`}
      aria-label={label}
      aria-invalid={wrongId !== undefined}
      aria-describedby={wrongId}
      rows={1}
      maxLength={1_000_000}
      spellCheck={false}
      inputMode={type === 'number' ? 'decimal' : 'text'}
      value={text}
      readOnly={disabledReason !== undefined}
      title={disabledReason}
      onChange={(event) =>
        onChange(type === 'number' ? event.target.value.replaceAll('\n', '') : event.target.value)
      }
    />
  );
}

function JsonCell({ label, text, wrongId, disabledReason, onChange }: Omit<ControlOptions, 'type'>) {
  const [isOpen, setOpen] = useState(false);
  const short = text.length > 120 ? `${text.slice(0, 120)}…` : text;
  return (
    <>
      <button
        type="button"
        className={style.json}
        aria-label={`${label}: ${short}`}
        aria-describedby={wrongId}
        onClick={() => setOpen(true)}
      >
        <code>{short}</code>
      </button>
      {isOpen && <JsonDialog {...{ label, text, disabledReason, onChange }} onClose={() => setOpen(false)} />}
    </>
  );
}

function JsonDialog({
  label,
  text,
  disabledReason,
  onChange,
  onClose,
}: Pick<CellOptions, 'label' | 'text' | 'disabledReason' | 'onChange'> & { onClose: () => void }) {
  const [typed, setTyped] = useState(() => pretty(text));
  const { problem } = parseValue('json', typed);
  function take() {
    // An equal document is no change, however it is formatted.
    if (compact(typed) !== compact(text)) onChange(compact(typed));
    onClose();
  }
  return (
    <Dialog isOpen onClose={onClose} title={label}>
      {disabledReason !== undefined && <p className={kit.hint}>{disabledReason}</p>}
      <JsonEditor
        label={label}
        text={typed}
        check={(now) => parseValue('json', now).problem}
        onChange={setTyped}
      />
      <div className={kit.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="main" disabledReason={disabledReason} disabled={problem !== undefined} onClick={take}>
          Apply
        </Button>
      </div>
    </Dialog>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** Returns a compact form of JSON; invalid JSON is returned unchanged. */
function compact(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch {
    return text;
  }
}
