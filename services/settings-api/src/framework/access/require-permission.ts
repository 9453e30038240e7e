import type { Role } from '@bunting/changes';
import { actionIn, may } from './authorisation.ts';
import type { Action } from './authorisation.ts';
import { settingsErrors } from '../errors.ts';

/** Throws 403 unless the role may do it, there; where only protection is in the way, it names the environment (decisions §7.1). */
export function requirePermission(
  role: Role,
  action: Action,
  environment?: { readonly slug: string; readonly protected: boolean },
): void {
  if (may(role, actionIn(action, environment))) return;
  if (environment !== undefined && may(role, action)) throw settingsErrors.protects([environment.slug]);
  throw settingsErrors.forbidden(action);
}
