import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../page/action-button.tsx';
import { useActions, type Action } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { IconButton } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Time } from '../../design/time.tsx';
import { useRedeliver } from './changes.ts';
import { readable } from './model.ts';
import { deliveryQuery, type OfEndpoint, type WholeDelivery } from '../../api/queries/webhooks.ts';
import { DeliveryStatus } from './state.tsx';
import { Text } from './text.tsx';
import style from './webhooks.module.css';

/** Renders one delivery: its body and the result of each attempt. */
export function DeliveryPanel({
  target,
  delivery: id,
  disabledReason,
  onClose,
}: {
  target: OfEndpoint;
  delivery: string;
  disabledReason: string | undefined;
  onClose: () => void;
}) {
  const query = useQuery(deliveryQuery(target, id));
  const redeliver = useRedeliver(target);
  const again: Action = {
    label: 'Redeliver',
    keys: 'r',
    disabledReason: disabledReason ?? refusalToRedeliver(query.data),
    run: () => redeliver.mutate(id),
  };
  useActions([again]);
  return (
    <aside className={`${kit.card} ${style.panel}`} aria-label="Delivery">
      <div className={style.bar}>
        <h3>
          <code>{id}</code>
        </h3>
        <IconButton icon="close" label="Close delivery" onClick={onClose} />
      </div>
      <QueryBoundary of={query} height={320}>
        {(delivery) => (
          <>
            <p className={style.bar}>
              <span>
                <code>{delivery.type}</code> <DeliveryStatus delivery={delivery} />{' '}
                <Next delivery={delivery} />
              </span>
              <ActionButton action={again} />
            </p>
            {redeliver.error && (
              <p className={kit.wrong} role="alert">
                {redeliver.error.message}
              </p>
            )}
            <Text label="Body" text={readable(delivery.body)} />
            {delivery.attempts.toReversed().map((attempt) => (
              <AttemptView
                key={attempt.number}
                attempt={attempt}
                isLast={attempt === delivery.attempts.at(-1)}
              />
            ))}
          </>
        )}
      </QueryBoundary>
    </aside>
  );
}

function refusalToRedeliver(delivery: WholeDelivery | undefined): string | undefined {
  if (delivery === undefined) return 'Loading…';
  if (delivery.status === 'pending') return 'Still pending. Bunting retries it automatically.';
  return delivery.type === 'endpoint.test' ? 'This was a test. Send another test instead.' : undefined;
}

function Next({ delivery: { status, next_attempt_at: next } }: { delivery: WholeDelivery }) {
  if (status !== 'pending') return null;
  if (next === null)
    return <span className={kit.hint}>waits until the endpoint is enabled and released</span>;
  return (
    <span className={kit.hint}>
      next attempt <Time at={next} />
    </span>
  );
}

type Attempt = WholeDelivery['attempts'][number];

function AttemptView({ attempt, isLast }: { attempt: Attempt; isLast: boolean }) {
  const { number, started_at, duration_ms, succeeded, response_status, response_body, error } = attempt;
  const headers = Object.entries(attempt.request_headers ?? {});
  return (
    <details className={style.attempt} open={isLast}>
      <summary>
        Attempt {number}{' '}
        <span className={style.state} data-kind={succeeded ? 'working' : 'failing'}>
          {response_status ?? 'No response'}
        </span>{' '}
        <span className={kit.hint}>
          <Time at={started_at} /> · {duration_ms} ms
        </span>
      </summary>
      {error !== null && <p>{error}</p>}
      {headers.length > 0 ? (
        <Text
          label={`Request headers of attempt ${number}`}
          text={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
        />
      ) : (
        <p className={kit.hint}>Nothing was sent, or its headers were not kept then.</p>
      )}
      {response_body !== null && response_body !== '' && (
        <Text label={`Response to attempt ${number}`} text={readable(response_body)} />
      )}
    </details>
  );
}
