import { Time } from '../../design/time.tsx';
import { deliveryStatusNames, getState } from './model.ts';
import type { Delivery, Endpoint } from '../../api/queries/webhooks.ts';
import kit from '../../design/kit.module.css';
import style from './webhooks.module.css';

/** Renders the state of an endpoint. */
export function State({ endpoint }: { endpoint: Endpoint }) {
  const { kind, text, since } = getState(endpoint);
  return (
    <span className={style.state} data-kind={kind}>
      {text} {since !== undefined && <Time at={since} />}
    </span>
  );
}

/** Renders the result of the latest attempt. */
export function LastResult({ endpoint: { last_delivery: last } }: { endpoint: Endpoint }) {
  if (last === null) return <span className={kit.hint}>None</span>;
  return (
    <span className={style.state} data-kind={last.succeeded ? 'working' : 'failing'}>
      {last.response_status ?? 'No response'} <Time at={last.attempted_at} />
    </span>
  );
}

export function DeliveryStatus({ delivery: { status } }: { delivery: Delivery }) {
  const kind = { delivered: 'working', failed: 'failing', pending: 'new' }[status];
  return (
    <span className={style.state} data-kind={kind}>
      {deliveryStatusNames[status]}
    </span>
  );
}
