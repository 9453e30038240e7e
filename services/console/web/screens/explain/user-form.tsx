import { useId, useState } from 'react';
import { Button, IconButton } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Menu } from '../../design/floating/menu.tsx';
import style from './explain.module.css';
import { attributes, toFields, getUserLabel, readUser, formatUser, toUser, type Field } from './user.ts';

/** Renders the user as fields or as JSON. */
export function UserForm({
  typed,
  recent,
  onChange,
  onLeave,
}: {
  typed: string;
  recent: readonly string[];
  onChange: (typed: string) => void;
  /** Called when the focus leaves, to remember the user. */
  onLeave: () => void;
}) {
  const [isJson, setJson] = useState(false);
  const read = readUser(typed);
  const fields = 'user' in read ? toFields(read.user) : undefined;
  const showsJson = isJson || fields === undefined;
  return (
    <div
      className={style.user}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onLeave()}
    >
      <header className={style.userHead}>
        <h2 id="user">User</h2>
        <Button
          kind="quiet"
          aria-pressed={showsJson}
          disabledReason={isJson || !showsJson ? undefined : 'Fields can’t show this user.'}
          onClick={() => setJson(!isJson)}
        >
          JSON
        </Button>
        {recent.length > 0 && <Recent users={recent} choose={onChange} />}
      </header>
      {fields === undefined || isJson ? (
        <JsonField typed={typed} onChange={onChange} />
      ) : (
        <Fields fields={fields} onChange={onChange} />
      )}
      <p className={kit.hint}>Stays in your browser. Not sent to the server log and not counted as a user.</p>
    </div>
  );
}

function Recent({ users, choose }: { users: readonly string[]; choose: (text: string) => void }) {
  return (
    <Menu
      trigger={<Button kind="quiet">Recent</Button>}
      items={users.map((each) => ({
        key: each,
        label: getUserLabel(each),
        run: () => {
          const chosen = readUser(each);
          if ('user' in chosen) choose(formatUser(chosen.user));
        },
      }))}
    />
  );
}

function JsonField({ typed, onChange }: { typed: string; onChange: (text: string) => void }) {
  const id = useId();
  const read = readUser(typed);
  return (
    <>
      <textarea
        id={id}
        className={kit.input}
        rows={9}
        spellCheck={false}
        aria-label="User as JSON"
        value={typed}
        aria-invalid={'wrong' in read}
        aria-describedby={`${id}-said`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-said`} className={kit.wrong}>
        {'wrong' in read && read.wrong}
      </p>
    </>
  );
}

const begun: readonly Field[] = [{ name: 'id', text: '' }];
const isSame = (one: readonly Field[], other: readonly Field[]) =>
  JSON.stringify(toUser(one)) === JSON.stringify(toUser(other));

/** Rows without a name or a value are ignored. */
function Fields({ fields, onChange }: { fields: readonly Field[]; onChange: (text: string) => void }) {
  const [rows, setRows] = useState(fields.length === 0 ? begun : fields);
  // A link or a recent user replaced the input.
  if (!isSame(rows, fields)) setRows(fields.length === 0 ? begun : fields);
  const id = useId();
  const free = attributes.filter((name) => !rows.some((row) => row.name === name));
  const write = (next: readonly Field[]) => {
    setRows(next);
    if (!isSame(next, fields)) onChange(formatUser(toUser(next)));
  };
  const change = (at: number, changed: Partial<Field>) =>
    write(rows.map((row, index) => (index === at ? { ...row, ...changed } : row)));
  return (
    <>
      <datalist id={`${id}-attributes`}>
        {free.map((name) => (
          <option key={name} value={name} />
        ))}
        <option value="custom." />
      </datalist>
      <ul className={style.fields}>
        {rows.map((row, at) => (
          // Keyed by index, because two rows may have the same name while the user types.
          <li key={at} className={style.field}>
            <input
              className={kit.input}
              aria-label={`Attribute ${at + 1}`}
              placeholder="country"
              list={`${id}-attributes`}
              value={row.name}
              maxLength={207}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => change(at, { name: event.target.value })}
            />
            <input
              className={kit.input}
              aria-label={row.name === '' ? `Value ${at + 1}` : row.name}
              value={row.text}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => change(at, { text: event.target.value })}
            />
            <IconButton
              icon="close"
              label={`Remove ${row.name === '' ? `attribute ${at + 1}` : row.name}`}
              onClick={() => write(rows.filter((_, index) => index !== at))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button
          kind="quiet"
          icon="plus"
          onClick={() => write([...rows, { name: free[0] ?? 'custom.', text: '' }])}
        >
          Add attribute
        </Button>
      </div>
    </>
  );
}
