import type { Role } from '@bunting/changes';
import { may } from './authorisation.ts';
import type { Action } from './authorisation.ts';
import { settingsErrors } from './errors.ts';

/** For what depends on more than the route: throws 403. */
export function requirePermission(role: Role, action: Action): void {
  if (!may(role, action)) throw settingsErrors.forbidden(action);
}
