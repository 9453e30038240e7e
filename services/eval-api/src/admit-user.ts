import type { Admit, Caller } from '@bunting/environments';
import type { EvaluationContext } from '@bunting/evaluator';
import { getIdentity } from '@bunting/governance';
import type { JsonObject } from '@bunting/service';
import type { Dependencies } from './dependencies.ts';

/** The user of a request. */
export interface UserRequest {
  readonly context: EvaluationContext;
  /** As it was sent. */
  readonly user: JsonObject | null | undefined;
  /** As it was sent. */
  readonly signature: unknown;
  /** The variables that it asks for, where their number has a limit. */
  readonly keys?: readonly string[] | undefined;
}

/**
 * Requires the signature of the user where the environment wants one, and asks governance. Not async, because it is on the path of every
 * request. Throws or rejects with the HttpError of what refuses the request.
 */
export function admitUser(
  { requireSignature, admit, limits }: Pick<Dependencies, 'requireSignature' | 'admit' | 'limits'>,
  caller: Caller,
  { context, user, signature, keys }: UserRequest,
): ReturnType<Admit> {
  const identity = getIdentity(context);
  requireSignature(caller, { user, userId: context.userId, signature });
  return admit(caller.environment.access.organisation, {
    identity,
    isClient: caller.kind === 'client',
    tooLarge: keys !== undefined && keys.length > limits.maxBatchKeys ? 'batch_too_large' : undefined,
  });
}
