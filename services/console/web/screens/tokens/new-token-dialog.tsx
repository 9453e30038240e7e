import { useQueryClient } from '@tanstack/react-query';
import { base } from '../../api/base.ts';
import { readBody, settings } from '../../api/client.ts';
import { tokensQuery } from '../../api/queries/tokens.ts';
import type { ApiToken } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormDialog } from '../../design/forms/form-dialog.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';
import { roleNames } from '../../flags/role-names.ts';
import { roleMeanings, scopeMeanings, scopes, tokenRoles, type TokenRole } from './model.ts';

type Scope = ApiToken['scopes'][number];

const initial: { name: string; scopes: Scope[]; role: TokenRole } = {
  name: '',
  scopes: ['settings'],
  role: 'admin',
};

/** Returns whether the user chooses the role. A token that manages people is an admin. */
const hasRole = (scopes: readonly Scope[]) => scopes.includes('settings') && !scopes.includes('members');

export function NewTokenDialog({ org, onClose }: { org: string; onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm(initial, async ({ role, ...rest }) => {
    const path = { org };
    const body = { ...rest, ...(hasRole(rest.scopes) && { role }) };
    const created = await readBody(
      settings.POST('/settings/v1/organisations/{org}/api-tokens', { params: { path }, body }),
    );
    // Not awaited, because the secret is shown only once and must not wait for a list.
    void client.invalidateQueries({ queryKey: tokensQuery(org).queryKey });
    return created;
  });
  const { scopes: chosen } = form.values;
  if (form.result) return <TokenShown org={org} token={form.result.token} onClose={onClose} />;
  // The scope `members` needs `settings`.
  function toggle(scope: Scope, isOn: boolean) {
    const next = scopes.filter((each) => {
      if (each === scope) return isOn;
      if (each === 'members' && scope === 'settings' && !isOn) return false;
      return chosen.includes(each) || (each === 'settings' && scope === 'members' && isOn);
    });
    form.change({ scopes: next });
  }
  return (
    <FormDialog
      title="New token"
      action="Create token"
      form={form}
      fields={['name']}
      isReady={chosen.length > 0}
      onClose={onClose}
    >
      <Field label="Name" hint="For example, “Shop CI”" required maxLength={200} {...form.bind('name')} />
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
      {hasRole(chosen) && <RoleChoice role={form.values.role} onChange={(role) => form.change({ role })} />}
      <p className={kit.hint}>
        The audit log shows its changes under your name, even after you leave. Valid until revoked.
      </p>
    </FormDialog>
  );
}

function RoleChoice({ role, onChange }: { role: TokenRole; onChange: (role: TokenRole) => void }) {
  return (
    <fieldset className={kit.choices}>
      <legend className={kit.label}>Role</legend>
      {tokenRoles.map((each) => (
        <label key={each}>
          <input type="radio" name="role" checked={role === each} onChange={() => onChange(each)} />
          <b>{roleNames[each]}</b>
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
