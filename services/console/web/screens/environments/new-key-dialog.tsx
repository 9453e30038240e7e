import { useQueryClient } from '@tanstack/react-query';
import { isUnavailable } from '../../api/api-error.ts';
import { base } from '../../api/base.ts';
import { readBody, settings } from '../../api/client.ts';
import { keysQuery, type OfEnvironment } from '../../api/queries/environments.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormDialog } from '../../design/forms/form-dialog.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';

const path = '/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys';
const kinds = [
  ['server', 'Server: secret, for your backend'],
  ['client', 'Client: public, for web pages and apps'],
  ['datafile', 'Datafile: secret, for servers that evaluate locally'],
] as const;
type Kind = (typeof kinds)[number][0];

const initial: { name: string; kind: Kind } = { name: '', kind: 'server' };

export function NewKeyDialog({ target, onClose }: { target: OfEnvironment; onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm(initial, async ({ name, kind }) => {
    try {
      const body = { kind, ...(name && { name }) };
      return await readBody(settings.POST(path, { params: { path: { ...target } }, body }));
    } finally {
      // Not awaited, because the key is shown only once. Also after an error, because the list shows whether the key exists.
      void client.invalidateQueries({ queryKey: keysQuery(target).queryKey });
    }
  });
  if (form.result) return <KeyShown apiKey={form.result.key} onClose={onClose} />;
  return (
    <FormDialog
      title={`New key for ${target.env}`}
      action="Create key"
      form={form}
      fields={['name']}
      onClose={onClose}
    >
      <Field label="Name" hint="For example, “Shop server”" maxLength={200} {...form.bind('name')} />
      <fieldset className={kit.choices}>
        <legend className={kit.label}>Kind</legend>
        {kinds.map(([kind, meaning]) => (
          <label key={kind}>
            <input
              type="radio"
              name="kind"
              checked={form.values.kind === kind}
              onChange={() => form.change({ kind })}
            />
            {meaning}
          </label>
        ))}
      </fieldset>
      {isUnavailable(form.error) && (
        <p className={kit.hint}>The list shows whether the key was created. You can revoke it there.</p>
      )}
    </FormDialog>
  );
}

/** Shows the key, which no later request returns. */
function KeyShown({ apiKey, onClose }: { apiKey: string; onClose: () => void }) {
  const snippet = `curl ${location.origin}${base}/v1/variables/KEY \\\n  -H 'X-API-Key: ${apiKey}' -d '{"user": {"id": "user-1"}}'`;
  return (
    <Dialog isOpen title="New key created">
      <p className={kit.notice}>It is shown only now. Copy it to where it is needed.</p>
      <Snippet label="Key" code={apiKey} />
      <Snippet label="First request" code={snippet} />
      <div className={kit.actions}>
        <Button kind="main" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
