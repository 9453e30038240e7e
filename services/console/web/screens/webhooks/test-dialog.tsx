import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Select } from '../../design/forms/select.tsx';
import { useSendTest, type Fields } from './changes.ts';
import { readable } from './model.ts';
import { kindsQuery, type EventKind, type OfEndpoint } from '../../api/queries/webhooks.ts';
import { Text } from './text.tsx';
import style from './webhooks.module.css';
import { FormDialog } from '../../design/forms/form-dialog.tsx';

/** Sends an example event and shows the response. */
export function TestDialog({
  target,
  format,
  onShow,
  onClose,
}: {
  target: OfEndpoint;
  format: Fields['format'];
  onShow: (delivery: string) => void;
  onClose: () => void;
}) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const [kind, setKind] = useState<EventKind['kind']>('endpoint.test');
  const send = useSendTest(target);
  const isNotTaken = (send.error as { code?: string } | null)?.code === 'test_not_sent';
  const mark = format === 'bunting' ? 'its body says "test": true' : 'it begins with “Example”';
  const chosen = kinds.find((each) => each.kind === kind);
  return (
    <FormDialog
      title="Send test"
      action={send.isPending ? 'Sending…' : send.data ? 'Send again' : 'Send'}
      cancel="Close"
      form={{
        error: isNotTaken ? null : send.error,
        isPending: send.isPending,
        submit: () => send.mutate(kind),
      }}
      fields={[]}
      actions={
        send.data && (
          <Button
            onClick={() => {
              onShow(send.data.delivery);
              onClose();
            }}
          >
            Show delivery
          </Button>
        )
      }
      onClose={onClose}
    >
      <Select
        label="Event"
        options={kinds.map((each) => ({ value: each.kind, label: each.kind }))}
        value={kind}
        onChange={(event) => setKind(event.target.value as EventKind['kind'])}
      />
      <p className={kit.hint}>
        {chosen?.description} It is sent once, signed, also while the endpoint is disabled or on hold
        {kind === 'endpoint.test' ? '.' : `; ${mark}.`}
      </p>
      {send.data && <Result result={send.data} />}
      {isNotTaken && (
        <p className={kit.wrong} role="alert">
          Not sent, because no dispatcher is running. Try again in a moment.
        </p>
      )}
    </FormDialog>
  );
}

interface Outcome {
  readonly succeeded: boolean;
  readonly response_status: number | null;
  readonly response_body: string | null;
  readonly duration_ms: number;
  readonly error: string | null;
}

function Result({
  result: { succeeded, response_status: status, response_body: body, ...rest },
}: {
  result: Outcome;
}) {
  return (
    <div role="status">
      <p className={style.state} data-kind={succeeded ? 'working' : 'failing'}>
        {succeeded
          ? `Response ${status} in ${rest.duration_ms} ms`
          : `${rest.error} (${rest.duration_ms} ms)`}
      </p>
      {body !== null && body !== '' && <Text label="Response" text={readable(body)} />}
    </div>
  );
}
