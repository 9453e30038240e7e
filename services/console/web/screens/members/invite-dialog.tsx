import { useCan } from '../../api/session/use-can.ts';
import { useId } from 'react';
import type { Role } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';
import { useInvite, type Invited } from './changes.ts';
import { addressesIn, maxInvited, roleMeanings, rolesOf } from './model.ts';
import { FormDialog } from '../../design/forms/form-dialog.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import { roleNames } from '../../flags/role-names.ts';

/** Invites several addresses at once, and shows their links once. */
export function InviteDialog({
  org,
  address,
  role: initialRole,
  onClose,
}: {
  org: string;
  /** The address that gets a new link; empty for a new invitation. */
  address: string;
  /** The initial choice. */
  role: Role;
  onClose: () => void;
}) {
  const toOwn = useCan(org, 'manage-owners').reason;
  const invite = useInvite(org);
  const form = useForm({ text: address, role: initialRole }, ({ text, role }) =>
    invite({ emails: addressesIn(text).addresses, role }),
  );
  if (form.result) return <Links invited={form.result} onClose={onClose} />;
  const { text, role } = form.values;
  const { addresses, wrong } = addressesIn(text);
  const isTooMany = addresses.length > maxInvited;
  return (
    <FormDialog
      title={address === '' ? 'Invite people' : `New link for ${address}`}
      action={addresses.length > 1 ? `Invite ${addresses.length} people` : 'Invite'}
      form={form}
      fields={[]}
      isReady={addresses.length > 0 && wrong.length === 0 && !isTooMany}
      onClose={onClose}
    >
      <Addresses text={text} onChange={(next) => form.change({ text: next })} {...{ wrong, isTooMany }} />
      <fieldset className={kit.choices}>
        <legend className={kit.label}>Role</legend>
        {rolesOf.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name="role"
              checked={role === each}
              disabled={each === 'owner' && toOwn !== undefined}
              onChange={() => form.change({ role: each })}
            />
            <span>
              <b>{roleNames[each]}</b>{' '}
              <span className={kit.hint}>{each === 'owner' && toOwn ? toOwn : roleMeanings[each]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <p className={kit.hint}>
        You’ll get a single-use link to share with each person. Links expire in 7 days.
      </p>
    </FormDialog>
  );
}

function Addresses({
  text,
  wrong,
  isTooMany,
  onChange,
}: {
  text: string;
  wrong: readonly string[];
  isTooMany: boolean;
  onChange: (text: string) => void;
}) {
  const id = useId();
  const problem = isTooMany
    ? `You can invite at most ${maxInvited} people at once.`
    : wrong.length > 0 && `Not an e-mail address: ${wrong.slice(0, 5).join(', ')}`;
  return (
    <div className={kit.field}>
      <label className={kit.label} htmlFor={id}>
        E-mail addresses
      </label>
      <textarea
        id={id}
        className={kit.input}
        rows={3}
        maxLength={20_000}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== false}
        aria-describedby={`${id}-message`}
      />
      <p id={`${id}-message`} className={problem === false ? kit.hint : kit.wrong}>
        {problem === false ? 'Separate addresses with commas or new lines.' : problem}
      </p>
    </div>
  );
}

/** Renders the results, by address. */
function Links({ invited, onClose }: { invited: readonly Invited[]; onClose: () => void }) {
  const links = invited.filter(({ url }) => typeof url === 'string');
  const all = links.map(({ email, url }) => `${email} ${url}`).join('\n');
  return (
    <Dialog isOpen title={links.length === 1 ? 'Invitation link' : 'Invitation links'}>
      {links.length > 0 && (
        <p className={kit.notice}>
          Copy {links.length === 1 ? 'the link' : 'the links'} now. You won’t see{' '}
          {links.length === 1 ? 'it' : 'them'} again.
        </p>
      )}
      <ul className={kit.form}>
        {invited.map(({ email, url, problem }) => (
          <li key={email}>
            <b>{email}</b>
            {typeof url === 'string' && <Snippet label={`Link for ${email}`} code={url} />}
            {url === null && <p className={kit.hint}>is now a member, because the address is verified.</p>}
            {problem && (
              <p className={kit.wrong} role="alert">
                Not invited. {problem.message}
              </p>
            )}
          </li>
        ))}
      </ul>
      {links.length > 1 && <Snippet label="All links" code={all} />}
      <div className={kit.actions}>
        <Button kind="main" onClick={onClose}>
          {links.length === 0 ? 'Close' : 'Done'}
        </Button>
      </div>
    </Dialog>
  );
}
