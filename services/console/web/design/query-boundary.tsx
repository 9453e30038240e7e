import { use, type ReactNode } from 'react';
import { asApiError, isUnavailable } from '../api/api-error.ts';
import { Button } from './button.tsx';
import { ErrorDetails } from './error-details.tsx';
import kit from './kit.module.css';
import style from './query-boundary.module.css';
import { MissingContext } from './missing.ts';
import { RequestId } from './request-id.tsx';
import { formatClock } from './format-time.ts';
import { useWait } from './hooks/use-wait.ts';

const isNever = () => false;

/** Renders the state of a query: pending, error, empty or data. */
export function QueryBoundary<Data>({
  of: query,
  height,
  isEmpty = isNever,
  empty = null,
  children,
}: {
  of: { data: Data | undefined; error: Error | null; refetch: () => unknown; dataUpdatedAt: number };
  /** The height of the skeleton in px, equal to that of the content, so that nothing moves. */
  height: number;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  const { data, error } = query;
  const retry = () => void query.refetch();
  if (data === undefined && error === null) return <Skeleton height={height} />;
  if (data === undefined || isGone(error)) return <Failed error={error} retry={retry} />;
  return (
    <>
      {error !== null && <OutOfDate error={error} since={query.dataUpdatedAt} retry={retry} />}
      {isEmpty(data) ? empty : children(data)}
    </>
  );
}

/** Returns whether the resource was deleted or may no longer be read, so that stale data must not be shown. */
const isGone = (error: Error | null) => [403, 404].includes(asApiError(error)?.status ?? 0);

/** Shows an error above data that was read before. */
function OutOfDate({ error, since, retry }: { error: Error; since: number; retry: () => void }) {
  return (
    <div className={kit.notice} role="status">
      <p>
        {error.message} Showing data as of {formatClock(new Date(since))}. Evaluation continues.
      </p>
      <RequestId of={error} />
      <Retry error={error} retry={retry} />
    </div>
  );
}

/** Renders a placeholder that is invisible for its first 200 ms. */
export function Skeleton({ height }: { height: number }) {
  return <div className={style.bone} style={{ blockSize: height }} role="status" aria-label="Loading" />;
}

export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  const drawMissing = use(MissingContext);
  const known = asApiError(error);
  if (known?.status === 404) return drawMissing(known);
  const { message } = error as Error;
  return (
    <div className={kit.failed} role="alert">
      <p>
        {message}
        {(known === undefined || isUnavailable(known)) && ' Evaluation continues.'}
      </p>
      <ErrorDetails of={error} />
      <RequestId of={error} />
      {retry && <Retry error={error} retry={retry} />}
    </div>
  );
}

function Retry({ error, retry }: { error: unknown; retry: () => void }) {
  const wait = useWait(error);
  return (
    <Button onClick={retry} disabled={wait > 0}>
      {wait > 0 ? `Retry in ${wait} s` : 'Retry'}
    </Button>
  );
}
