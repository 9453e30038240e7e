import { hashSecret } from '@bunting/authentication';
import { findPasswordReset } from '@bunting/changes/organisations';
import type { Pool } from 'pg';
import { settingsErrors } from '../framework/errors.ts';

/** Throws 404 for a token that is unknown, used, replaced or past its time. The error does not say which. */
export async function requireReset(pool: Pool, token: string, now: number) {
  const reset = await findPasswordReset(pool, hashSecret(token).hash, new Date(now));
  const { rows } = await pool.query<{ email: string }>('SELECT email FROM account WHERE id = $1', [
    reset?.accountId,
  ]);
  if (reset === undefined || rows[0] === undefined) throw settingsErrors.unknownPasswordReset;
  return { email: rows[0].email, expiresAt: reset.expiresAt };
}
