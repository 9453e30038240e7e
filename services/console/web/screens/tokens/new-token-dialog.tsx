import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { base } from '../../api/base.ts';
import { readBody, settings } from '../../api/client.ts';
import type { ApiToken } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormProblem, getFieldError } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';
import { roleMeanings, scopeMeanings, scopes, tokenRoles, type TokenRole } from './model.ts';
import { tokensQuery } from '../../api/queries/tokens.ts';
import { Form } from '../../design/forms/form.tsx';

type Scope = ApiToken['scopes'][number];

export function NewTokenDialog({ org, onClose }: { org: string; onClose: () => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<readonly Scope[]>(['settings']);
  const [role, setRole] = useState<TokenRole>('admin');
  const client = useQueryClient();
  // A token that manages people is an admin.
  const hasRole = chosen.includes('settings') && !chosen.includes('members');
  const make = useMutation({
    mutationFn: () =>
      readBody(
        settings.POST('/settings/v1/organisations/{org}/api-tokens', {
          params: { path: { org } },
          body: { name, scopes: [...chosen], ...(hasRole && { role }) },
        }),
      ),
    // Not awaited, because the secret is shown only once and must not wait for a list.
    onSuccess: () => void client.invalidateQueries({ queryKey: tokensQuery(org).queryKey }),
  });
  if (make.data) return <TokenShown org={org} token={make.data.token} onClose={onClose} />;
  // The scope `members` needs `settings`.
  const toggle = (scope: Scope, isOn: boolean) =>
    setChosen(
      scopes.filter((each) => {
        if (each === scope) return isOn;
        if (each === 'members' && scope === 'settings' && !isOn) return false;
        return chosen.includes(each) || (each === 'settings' && scope === 'members' && isOn);
      }),
    );
  const close = () => make.isPending || onClose();
  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen.length > 0) make.mutate();
  }
  return (
    <Dialog isOpen onClose={close} title="New token">
      <Form onSubmit={submit}>
        <Field
          label="Name"
          hint="For example, “Shop CI”"
          value={name}
          required
          maxLength={200}
          wrong={getFieldError(make.error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className={kit.choices}>
          <legend className={kit.label}>Scopes</legend>
          {scopes.map((scope) => (
            <label key={scope}>
              <input
                type="checkbox"
                checked={chosen.includes(scope)}
                onChange={(event) => toggle(scope, event.target.checked)}
              />
              <b>{scope}</b>
              <span className={kit.hint}>{scopeMeanings[scope]}</span>
            </label>
          ))}
        </fieldset>
        {hasRole && <RoleChoice role={role} onChange={setRole} />}
        <p className={kit.hint}>
          The audit log shows its changes under your name, even after you leave. Valid until revoked.
        </p>
        <FormProblem problem={make.error} fields={['name']} />
        <div className={kit.actions}>
          <Button onClick={close}>Cancel</Button>
          <SendButton problem={make.error} kind="main" disabled={make.isPending || chosen.length === 0}>
            Create token
          </SendButton>
        </div>
      </Form>
    </Dialog>
  );
}

function RoleChoice({ role, onChange }: { role: TokenRole; onChange: (role: TokenRole) => void }) {
  return (
    <fieldset className={kit.choices}>
      <legend className={kit.label}>Role</legend>
      {tokenRoles.map((each) => (
        <label key={each}>
          <input type="radio" name="role" checked={role === each} onChange={() => onChange(each)} />
          <b>{each}</b>
          <span className={kit.hint}>{roleMeanings[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Shows the token, which no later request returns. */
function TokenShown({ org, token, onClose }: { org: string; token: string; onClose: () => void }) {
  const call = `curl ${location.origin}${base}/settings/v1/organisations/${org} \\\n  -H 'Authorization: Bearer ${token}'`;
  return (
    <Dialog isOpen title="New token created">
      <p className={kit.notice}>It is shown only now. Copy it to where it is needed.</p>
      <Snippet label="Token" code={token} />
      <Snippet label="Example request" code={call} />
      <div className={kit.actions}>
        <Button kind="main" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
