import { useState, type FormEvent } from 'react';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { DateField } from '../../design/forms/date-field.tsx';
import { FormProblem, getFieldError } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { parseLocalInput, formatLocalInput } from '../../design/forms/local-time.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { useRedeliverAll } from './changes.ts';
import type { OfEndpoint } from '../../api/queries/webhooks.ts';
import { formatCount, formatNumber } from '../../design/count.ts';
import { Form } from '../../design/forms/form.tsx';

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
            say(`Queued ${formatCount(redelivered, 'delivery', 'deliveries')} to ${url} again`);
            onClose();
          },
        },
      );
  }
  const problem = count.error ?? send.error;
  return (
    <Dialog isOpen onClose={onClose} title="Redeliver all failed">
      <Form onSubmit={submit}>
        <DateField
          label="Failed since"
          hasTime
          required
          value={since}
          wrong={getFieldError(problem, 'failed_since')}
          onChange={setSince}
        />
        {found !== undefined && (
          <p role="status">
            {found === 0
              ? 'No deliveries failed since then.'
              : `This will send ${formatCount(found, 'delivery', 'deliveries')} again, with the same ids and bodies.`}
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
            {found === undefined ? 'Count' : `Redeliver ${formatNumber(found)}`}
          </SendButton>
        </div>
      </Form>
    </Dialog>
  );
}
