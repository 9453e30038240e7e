/** SQLSTATEs of a database that cannot answer now: connections, resources, shutdown, locks and time limits. */
const transientCodes = /^(?:08|53|57|55P03|40P01|25P0[34])/;
const networkCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** pg has no codes for these. */
const messages =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

/** Returns whether a statement failed because PostgreSQL cannot answer at the moment, so that a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  if (typeof code === 'string' && (transientCodes.test(code) || networkCodes.has(code))) return true;
  return typeof message === 'string' && messages.test(message);
}
