import { asApiError } from '../api/api-error.ts';
import { CopyButton } from './copy-button.tsx';
import kit from './kit.module.css';

/** Shows the id of a request that failed on the server, for a report to the administrator. */
export function RequestId({ of: error }: { of: unknown }) {
  const { status = 0, requestId } = asApiError(error) ?? {};
  if (status < 500 || requestId === undefined) return null;
  return (
    <p className={kit.hint}>
      Request <code>{requestId}</code> <CopyButton label="Copy" text={requestId} />
    </p>
  );
}
