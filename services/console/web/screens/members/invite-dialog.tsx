import { useCan } from '../../api/session/use-can.ts';
import { useId, useState, type FormEvent } from 'react';
import type { Role } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';
import { useInvite, type Invited } from './changes.ts';
import { addressesIn, maxInvited, roleMeanings, rolesOf } from './model.ts';
import { Form } from '../../design/forms/form.tsx';
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
  const [text, setText] = useState(address);
  const [role, setRole] = useState(initialRole);
  const toOwn = useCan(org, 'manage-owners').reason;
  const invite = useInvite(org);
  if (invite.data) return <Links invited={invite.data} onClose={onClose} />;
  const { addresses, wrong } = addressesIn(text);
  const isTooMany = addresses.length > maxInvited;
  const isReady = addresses.length > 0 && wrong.length === 0 && !isTooMany && !invite.isPending;
  const close = () => invite.isPending || onClose();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isReady) invite.mutate({ emails: addresses, role });
  }
  return (
    <Dialog isOpen onClose={close} title={address === '' ? 'Invite people' : `New link for ${address}`}>
      <Form onSubmit={submit}>
        <Addresses text={text} onChange={setText} wrong={wrong} isTooMany={isTooMany} />
        <fieldset className={kit.choices}>
          <legend className={kit.label}>Role</legend>
          {rolesOf.map((each) => (
            <label key={each}>
              <input
                type="radio"
                name="role"
                checked={role === each}
                disabled={each === 'owner' && toOwn !== undefined}
                onChange={() => setRole(each)}
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
        {invite.error && (
          <p className={kit.wrong} role="alert">
            {invite.error.message}
          </p>
        )}
        <div className={kit.actions}>
          <Button onClick={close}>Cancel</Button>
          <Button kind="main" type="submit" disabled={!isReady}>
            {addresses.length > 1 ? `Invite ${addresses.length} people` : 'Invite'}
          </Button>
        </div>
      </Form>
    </Dialog>
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
  const said = isTooMany
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
        aria-invalid={said !== false}
        aria-describedby={`${id}-said`}
      />
      <p id={`${id}-said`} className={said === false ? kit.hint : kit.wrong}>
        {said === false ? 'Separate addresses with commas or new lines.' : said}
      </p>
    </div>
  );
}

/** The results, by address. */
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
