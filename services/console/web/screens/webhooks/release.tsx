import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { useChangeEndpoint } from './changes.ts';
import type { OfEndpoint } from '../../api/queries/webhooks.ts';

/** Releases an endpoint from its hold, which sends pending deliveries. */
export function Release({
  target,
  name,
  disabledReason,
}: {
  target: OfEndpoint;
  /** Names the endpoint where several are listed. */
  name?: string;
  disabledReason: string | undefined;
}) {
  const release = useChangeEndpoint(
    target,
    (address) => `Released ${address}. Pending deliveries are being sent.`,
  );
  return (
    <>
      {release.error && (
        <span className={kit.wrong} role="alert">
          {release.error.message}
        </span>
      )}
      <Button
        kind="guard"
        disabledReason={disabledReason}
        disabled={release.isPending}
        onClick={() => release.mutate({ body: { on_hold: false } })}
      >
        Release{name !== undefined && <span className="hidden-text"> {name}</span>}
      </Button>
    </>
  );
}
