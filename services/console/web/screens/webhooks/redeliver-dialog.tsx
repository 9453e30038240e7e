import { useState, type FormEvent } from 'react';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormProblem, getFieldError } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { parseLocalInput, formatLocalInput } from '../../design/forms/local-time.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { useRedeliverAll } from './changes.ts';
import { counted } from './model.ts';
import type { OfEndpoint } from '../../api/queries/webhooks.ts';

const dayMs = 86_400_000;

/** Shows the number of deliveries before sending them. */
export function RedeliverAllDialog({
  target,
  url,
  onClose,
}: {
  target: OfEndpoint;
  url: string;
  onClose: () => void;
}) {
  const [since, setSince] = useState(() => formatLocalInput(new Date(Date.now() - dayMs).toISOString()));
  const count = useRedeliverAll(target);
  const send = useRedeliverAll(target);
  const say = useToast();
  const found = count.variables?.since === parseLocalInput(since) ? count.data?.redelivered : undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    const at = parseLocalInput(since);
    if (at === undefined) return;
    if (found === undefined) count.mutate({ since: at, dryRun: true });
    else
      send.mutate(
        { since: at, dryRun: false },
        {
          onSuccess({ redelivered }) {
            say(`Queued ${counted(redelivered, 'delivery', 'deliveries')} to ${url} again`);
            onClose();
          },
        },
      );
  }
  const problem = count.error ?? send.error;
  return (
    <Dialog isOpen onClose={onClose} title="Redeliver all failed">
      <form className={kit.form} onSubmit={submit}>
        <Field
          label="Failed since"
          type="datetime-local"
          required
          value={since}
          wrong={getFieldError(problem, 'failed_since')}
          onChange={(event) => setSince(event.target.value)}
        />
        {found !== undefined && (
          <p role="status">
            {found === 0
              ? 'No deliveries failed since then.'
              : `This will send ${counted(found, 'delivery', 'deliveries')} again, with the same ids and bodies.`}
          </p>
        )}
        <FormProblem problem={problem} fields={['failed_since']} />
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton
            problem={problem}
            kind="main"
            disabled={count.isPending || send.isPending || found === 0}
          >
            {found === undefined ? 'Count' : `Redeliver ${found.toLocaleString('en-GB')}`}
          </SendButton>
        </div>
      </form>
    </Dialog>
  );
}
