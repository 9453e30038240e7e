import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { base } from '../../api/base.ts';
import { readBody, settings } from '../../api/client.ts';
import { isUnavailable } from '../../api/api-error.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormProblem, getFieldError } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { Snippet } from '../../design/snippet.tsx';
import { keysQuery, type OfEnvironment } from '../../api/queries/environments.ts';
import { Form } from '../../design/forms/form.tsx';

const kinds = [
  ['server', 'Server: secret, for your backend'],
  ['client', 'Client: public, for web pages and apps'],
  ['datafile', 'Datafile: secret, for servers that evaluate locally'],
] as const;
type Kind = (typeof kinds)[number][0];

export function NewKeyDialog({ target, onClose }: { target: OfEnvironment; onClose: () => void }) {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('server');
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () =>
      readBody(
        settings.POST('/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys', {
          params: { path: { ...target } },
          body: { kind, ...(name && { name }) },
        }),
      ),
    // Not awaited, because the key is shown only once. Also after an error, because the list shows whether the key exists.
    onSettled: () => void client.invalidateQueries({ queryKey: keysQuery(target).queryKey }),
  });
  if (make.data) return <KeyShown apiKey={make.data.key} onClose={onClose} />;
  const close = () => make.isPending || onClose();
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  return (
    <Dialog isOpen onClose={close} title={`New key for ${target.env}`}>
      <Form onSubmit={submit}>
        <Field
          label="Name"
          hint="For example, “Shop server”"
          value={name}
          maxLength={200}
          wrong={getFieldError(make.error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
        <fieldset className={kit.choices}>
          <legend className={kit.label}>Kind</legend>
          {kinds.map(([each, meaning]) => (
            <label key={each}>
              <input type="radio" name="kind" checked={kind === each} onChange={() => setKind(each)} />
              {meaning}
            </label>
          ))}
        </fieldset>
        <FormProblem problem={make.error} fields={['name']} />
        {isUnavailable(make.error) && (
          <p className={kit.hint}>The list shows whether the key was created. You can revoke it there.</p>
        )}
        <div className={kit.actions}>
          <Button onClick={close}>Cancel</Button>
          <SendButton problem={make.error} kind="main" disabled={make.isPending}>
            Create key
          </SendButton>
        </div>
      </Form>
    </Dialog>
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
