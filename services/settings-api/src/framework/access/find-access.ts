import type { IncomingMessage } from 'node:http';
import { errors } from '@bunting/service';
import type { FrameworkDependencies } from '../dependencies.ts';
import { settingsErrors } from '../errors.ts';
import type { AnyRoute } from '../route.ts';
import { authenticate, requireSession, requireStaff } from './authenticate.ts';
import { actionIn } from './authorisation.ts';
import { requirePermission, requireScope, type Access } from './require-access.ts';
import { findScope } from './scope.ts';

/** Finds the caller and what the path names. Throws 401, 403 and 404 where the caller may not call the route. */
export async function findAccess(
  { action, isForPeople = false }: Pick<AnyRoute, 'action' | 'isForPeople'>,
  req: IncomingMessage,
  params: Record<string, string>,
  dependencies: FrameworkDependencies,
): Promise<Access> {
  if (action === 'anyone') return {};
  if (action === 'staff') {
    if (dependencies.staffToken === undefined) throw errors.notFound;
    await requireStaff(req, dependencies.staffToken, dependencies);
    return {};
  }
  const caller =
    action === 'signed-in' ? await requireSession(req, dependencies) : await authenticate(req, dependencies);
  if (caller.kind === 'session') dependencies.sessionUses.record(caller.sessionId, dependencies.now());
  if (action === 'signed-in' || action === 'caller') return { caller };
  const scope = await findScope(dependencies.pool, caller, params);
  if (scope.memberId !== undefined) dependencies.memberUses.record(scope.memberId, dependencies.now());
  if (isForPeople && caller.kind === 'api_token') throw settingsErrors.notForTokens;
  requirePermission(scope.role, action, scope.environment);
  requireScope(caller, actionIn(action, scope.environment));
  return { caller, ...scope };
}
