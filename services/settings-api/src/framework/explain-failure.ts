import { ProblemsFound } from '@bunting/definitions/checks';
import { errors } from '@bunting/service';
import { settingsErrors } from './errors.ts';

/**
 * Turns what `runChange` or the database refused into an answer. Routes check first, under their locks, and name what is in the
 * way; what they cannot see was changed by somebody else meanwhile, and PostgreSQL refuses some of it as late as the COMMIT.
 */
export function explainFailure(error: unknown): unknown {
  if (error instanceof ProblemsFound) return settingsErrors.invalid(error.problems);
  const { code, message } = error as { code?: unknown; message?: unknown };
  switch (code) {
    case '23505': // unique_violation
      return settingsErrors.takenMeanwhile;
    case '23503': // foreign_key_violation
      return settingsErrors.usedMeanwhile;
    case '40P01': // deadlock_detected, which runChange has already retried
    case '53300': // too_many_connections
    case '57P01': // admin_shutdown
    case '57P02': // crash_shutdown
    case '57P03': // cannot_connect_now
    case 'ECONNREFUSED':
    case 'ECONNRESET':
    case 'ENOTFOUND':
      return errors.unavailable;
    default:
      // What pg and its pool say without a code.
      return /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
        String(message),
      )
        ? errors.unavailable
        : error;
  }
}
