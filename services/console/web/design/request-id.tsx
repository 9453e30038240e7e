import { asApiError } from '../api/api-error.ts';
import { CopyButton } from './copy-button.tsx';
import kit from './kit.module.css';

/** Of a request that the server failed at, to be told to whoever runs the installation. */
export function RequestId({ of: error }: { of: unknown }) {
  const { status = 0, requestId } = asApiError(error) ?? {};
  if (status < 500 || requestId === undefined) return null;
  return (
    <p className={kit.hint}>
      Request <code>{requestId}</code> <CopyButton label="Copy" text={requestId} />
    </p>
  );
}
