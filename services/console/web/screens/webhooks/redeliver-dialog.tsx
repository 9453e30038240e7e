import { useState } from 'react';
import { DateField } from '../../design/forms/date-field.tsx';
import { getFieldError } from '../../design/forms/form-problem.tsx';
import { parseLocalInput, formatLocalInput } from '../../design/forms/local-time.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { useRedeliverAll } from './changes.ts';
import type { OfEndpoint } from '../../api/queries/webhooks.ts';
import { formatCount, formatNumber } from '../../design/count.ts';
import { FormDialog } from '../../design/forms/form-dialog.tsx';

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
  function submit() {
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
    <FormDialog
      title="Redeliver all failed"
      action={found === undefined ? 'Count' : `Redeliver ${formatNumber(found)}`}
      form={{ error: problem, isPending: count.isPending || send.isPending, submit }}
      fields={['failed_since']}
      isReady={found !== 0}
      onClose={onClose}
    >
      <DateField
        label="Failed since"
        hasTime
        required
        value={since}
        wrong={getFieldError(problem, 'failed_since')}
        onChange={(local = '') => setSince(local)}
      />
      {found !== undefined && (
        <p role="status">
          {found === 0
            ? 'No deliveries failed since then.'
            : `This will send ${formatCount(found, 'delivery', 'deliveries')} again, with the same ids and bodies.`}
        </p>
      )}
    </FormDialog>
  );
}
