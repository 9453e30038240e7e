import { errors } from '@bunting/service';

/** SQLSTATEs of a database that cannot answer now: connections, resources, being stopped, locks and time limits. */
const passing = /^(?:08|53|57|55P03|40P01|25P0[34])/;
const network = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** pg has no codes for these. */
const words =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** What PostgreSQL's absence made fail, as errors.unavailable; everything else as it is. */
export function explainFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isAway = passing.test(code) || network.has(code) || words.test(error.message);
  return isAway ? errors.unavailable : error;
}
