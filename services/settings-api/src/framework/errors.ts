import type { SentConflict } from './conflicts.ts';
import {
  firstProblems,
  maxProblems,
  type Problem,
  type ProblemCode,
  type Resource,
} from '@bunting/definitions/checks';
import type { TokenScope } from '@bunting/changes/organisations';
import { errors, HttpError } from '@bunting/service';
import type { Action } from './access/authorisation.ts';

/** The errors of the management API; those that every service knows are in @bunting/service. */
export const settingsErrors = {
  /** The first problems with their paths; `query.limit` is the path of a parameter of the query. */
  invalid: (problems: Iterable<Problem>, maxDetails = maxProblems) =>
    new HttpError(400, 'The request is invalid; see "details".', {
      code: 'invalid',
      details: problems,
      maxDetails,
    }),

  notSignedIn: new HttpError(401, 'Sign in, or send an organisation token with the "settings" scope.', {
    code: 'not_signed_in',
  }),
  /** The same whether the account or the password is wrong, so that nobody learns which addresses have accounts. */
  wrongCredentials: new HttpError(401, 'Incorrect email address or password.', {
    code: 'wrong_credentials',
  }),
  tooManyAttempts: (retryAfterSeconds: number) =>
    new HttpError(429, `Too many attempts. Try again in ${retryAfterSeconds} seconds.`, {
      code: 'rate_limit_exceeded',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  signUpClosed: (policy: 'invited' | 'closed') =>
    new HttpError(
      403,
      policy === 'invited'
        ? 'Accounts are by invitation only. Ask an admin of your organisation for an invitation link.'
        : 'Sign-up is closed. Ask your administrator for an account.',
      { code: 'sign_up_closed' },
    ),
  organisationsClosed: new HttpError(403, 'Only your administrator can create organisations.', {
    code: 'organisations_closed',
  }),
  /** `what` says what is limited, to how many, and what to do. */
  limitReached: (what: string) => new HttpError(409, what, { code: 'limit_reached' }),
  crossSite: new HttpError(403, "Cross-site requests aren't allowed.", {
    code: 'cross_site_request',
  }),
  unknownInvitation: new HttpError(404, 'This invitation is invalid, already used or expired.', {
    code: 'not_found',
  }),
  unknownPasswordReset: new HttpError(404, 'This link is invalid, already used or expired.', {
    code: 'not_found',
  }),
  /** The first of several requests that use one link at the same time succeeds; the others get this. */
  linkInUse: new HttpError(409, 'Someone else is using this link right now.', { code: 'link_in_use' }),
  signInFirst: (email: string) =>
    new HttpError(401, `${email} already has an account. Sign in, then accept the invitation.`, {
      code: 'sign_in_first',
    }),
  invitedAnother: (email: string) =>
    new HttpError(403, `This invitation is for ${email}. Sign in with that address to accept it.`, {
      code: 'invited_another',
    }),
  /** `reason` says what happened; the details that the provider sent are in the log. */
  providerRefused: (reason: string) => new HttpError(401, reason, { code: 'oidc_failed' }),
  unknownAttempt: new HttpError(
    400,
    'This sign-in was started in another browser or has expired. Start over.',
    {
      code: 'oidc_failed',
    },
  ),
  providerAway: new HttpError(503, "The OpenID Connect provider can't be reached. Try again shortly.", {
    code: 'oidc_unavailable',
    headers: { 'Retry-After': '5' },
  }),
  unverifiedEmail: new HttpError(403, "The provider hasn't verified your email address.", {
    code: 'email_not_verified',
  }),
  unusableSubject: new HttpError(
    401,
    'The provider\'s "sub" claim is invalid: it must have 1 to 255 characters and no control characters.',
    { code: 'oidc_failed' },
  ),
  wrongPassword: new HttpError(403, 'Incorrect current password.', { code: 'wrong_password' }),
  noPassword: new HttpError(
    409,
    'Your account has no password. You sign in with the OpenID Connect provider.',
    {
      code: 'no_password',
    },
  ),
  lastOwner: new HttpError(
    409,
    'An organisation needs at least one owner. Make someone else an owner first.',
    {
      code: 'last_owner',
    },
  ),
  memberRoleChanged: (email: string, role: string) =>
    new HttpError(409, `The role of ${email} has changed: it is now ${role}.`, {
      code: 'role_changed',
    }),
  notStaff: new HttpError(401, 'A valid staff token is required.', { code: 'not_staff' }),

  forbidden: (action: Action) =>
    new HttpError(403, `Your role doesn't allow this (${action}).`, { code: 'role_insufficient' }),
  roleChanged: new HttpError(403, 'Your role has changed.', { code: 'role_insufficient' }),
  scopeMissing: (scope: TokenScope) =>
    new HttpError(403, `This requires an organisation token with the "${scope}" scope.`, {
      code: 'scope_insufficient',
    }),
  /** Only admins and owners change what is served in protected environments (decisions §7). */
  protects: (environments: readonly string[]) =>
    new HttpError(
      403,
      `Only admins and owners can change what ${named('the protected environment', environments)} ${environments.length === 1 ? 'serves' : 'serve'}.`,
      { code: 'role_insufficient' },
    ),
  notAuthor: new HttpError(403, 'Only the author can change a comment.', { code: 'not_author' }),
  notForTokens: new HttpError(403, "This requires a signed-in user; organisation tokens can't do it.", {
    code: 'session_required',
  }),

  /** `There is no feature "checkout".` */
  unknown: (noun: string, name: string) =>
    new HttpError(404, `There is no ${noun} "${name}".`, {
      code: 'not_found',
      resource: { kind: noun, slug: name },
    }),

  /** A slug, an address, … that something else has; `holders` say what, where that is not obvious. */
  taken: (noun: string, name: string, holders?: readonly Problem[]) =>
    new HttpError(409, `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun} "${name}" already exists.`, {
      code: 'taken',
      resource: { kind: noun, slug: name },
      ...(holders && { details: holders }),
    }),
  takenMeanwhile: new HttpError(409, 'Someone else has just used one of these names.', {
    code: 'taken',
  }),
  /** A resource that cannot be deleted because something uses it; `holders` say what and where. */
  inUse: (resource: Resource, holders: readonly Problem[]) =>
    new HttpError(409, `The ${resource.kind} "${resource.slug}" is in use; see "details".`, {
      code: 'in_use',
      resource,
      details: holders,
    }),

  targetingOff: (feature: string) =>
    new HttpError(
      409,
      `Targeting of "${feature}" is off, so nothing is served. Send "enable": true to turn it on in the same change.`,
      { code: 'targeting_off' },
    ),
  notEvaluated: (feature: string, status: string) =>
    new HttpError(409, `"${feature}" is ${status}, so its rules are not evaluated.`, {
      code: 'rules_not_evaluated',
    }),

  notRevertible: (reasons: Iterable<Problem>) =>
    new HttpError(409, 'This change can\'t be reverted; see "details".', {
      code: 'not_revertible',
      details: withCode('not_revertible', reasons),
      maxDetails: maxProblems,
    }),

  usedMeanwhile: new HttpError(
    409,
    'A concurrent change deleted something this needs, or started using something it deletes.',
    { code: 'in_use' },
  ),

  tooLargeForYaml: new HttpError(406, 'The project is too large for YAML. Request JSON instead.', {
    code: 'too_large_for_yaml',
  }),

  /** Reading a document was stopped for the time or the memory that it took. */
  tooMuchToRead: (what: 'time' | 'memory') =>
    new HttpError(413, `Reading the document takes too much ${what}. Import it in parts.`, {
      code: 'too_much_to_read',
    }),
  tooManyBytesWritten: (perMinute: number, retryAfterSeconds: number) =>
    new HttpError(
      429,
      `The organisation has reached its limit of ${perMinute} bytes of definitions written per minute, across all environments. Try again later.`,
      { code: 'too_many_bytes_written', headers: { 'Retry-After': `${retryAfterSeconds}` } },
    ),
  tooManyImports: new HttpError(503, 'Too many imports are in progress. Try again shortly.', {
    code: 'too_many_imports',
    headers: { 'Retry-After': '10' },
  }),

  tooManyImportsOfOrganisation: errors.organisationShareExceeded('imports', { retryAfterSeconds: 10 }),

  tooMuchExpensiveWork: new HttpError(
    503,
    'Too many previews, explanations and exports are in progress. Try again shortly.',
    { code: 'too_much_expensive_work', headers: { 'Retry-After': '5' } },
  ),

  tooManySurveysOfOrganisation: errors.organisationShareExceeded('advice lists in progress'),

  tooManyWriters: new HttpError(503, 'Too many changes are in progress. Try again shortly.', {
    code: 'too_many_writers',
    headers: { 'Retry-After': '2' },
  }),

  tooManySurveys: new HttpError(503, 'Too many advice requests are in progress. Try again shortly.', {
    code: 'too_many_surveys',
    headers: { 'Retry-After': '5' },
  }),

  tooManyPasswords: new HttpError(503, 'Too many sign-in attempts are in progress. Try again shortly.', {
    code: 'too_many_passwords',
    headers: { 'Retry-After': '2' },
  }),

  /** Nobody decides so many one by one; `conflicts` are those that are not decided. */
  tooManyConflicts: (conflicts: readonly Problem[], { decided, most }: { decided: number; most: number }) =>
    new HttpError(
      409,
      `There are ${conflicts.length + decided} conflicts; a merge resolves at most ${most}. Overwrite the other side, or change less at once.`,
      {
        code: 'too_many_conflicts',
        details: conflicts.map(({ path, message }) => ({ path, message, code: 'conflict' })),
        maxDetails: 20,
      },
    ),

  /** A revert or a restore that contradicts later changes. Conflicts of a merge have `base`, `now` and `wanted`. */
  conflict: (what: string, problems: Iterable<Problem & Partial<SentConflict>>) =>
    new HttpError(409, `${what}; see "details".`, {
      code: 'conflict',
      details: withCode('conflict', problems),
      maxDetails: maxProblems,
    }),
  historyIncomplete: new HttpError(409, 'The audit log no longer goes back to that time.', {
    code: 'history_incomplete',
  }),

  /** `members` says who changed what since, as far as that is known (audit-log/concurrent-change.ts). */
  changedMeanwhile: (etag: string, members?: Readonly<Record<string, unknown>>) =>
    new HttpError(412, 'Someone else has changed this since you read it. Read it again.', {
      code: 'changed_meanwhile',
      headers: { ETag: etag },
      ...(members && { members }),
    }),
};

/** Gives a code to those that have none. */
function* withCode<Entry extends Problem>(
  code: ProblemCode,
  entries: Iterable<Entry>,
): Generator<Entry & { code: ProblemCode }> {
  for (const entry of entries) yield { code, ...entry };
}

/** Returns `the protected environment "production"`, or `the protected environments "live", "production"`. */
function named(noun: string, names: readonly string[]): string {
  return `${noun}${names.length === 1 ? '' : 's'} ${names.map((name) => `"${name}"`).join(', ')}`;
}

/** Throws 400 with the first problems, unless there are none. */
export function requireNoProblems(problems: Iterable<Problem>): void {
  const found = firstProblems(problems);
  if (found.length > 0) throw settingsErrors.invalid(found);
}
