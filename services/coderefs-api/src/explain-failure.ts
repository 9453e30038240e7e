import { errors } from '@bunting/service';

/** SQLSTATEs of a database that cannot answer now: connections, resources, shutdown, locks and time limits. */
const transientCodes = /^(?:08|53|57|55P03|40P01|25P0[34])/;
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** pg has no codes for these. */
const messages =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** Returns errors.unavailable for a failure of the connection to PostgreSQL, and every other error as it is. */
export function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isAway = transientCodes.test(code) || networkCodes.has(code) || messages.test(error.message);
  return isAway ? errors.unavailable : error;
}
