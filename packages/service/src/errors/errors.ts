import { HttpError } from './http-error.ts';

/**
 * Every error a client can get, in the order of the contract. Rows that depend on the request are functions. Rows without a code are those
 * whose shape contract §7.1 fixes (401, 405, and 400 of evaluation and events), and those for which OFREP has an `errorCode`.
 */
export const errors = {
  // Contract §5, §7.1: authentication.
  invalidApiKey: new HttpError(401, 'Invalid or missing API key.'),
  invalidApiToken: new HttpError(401, 'Invalid or missing API token.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  }),
  // Decisions §8.1.
  keyKindInsufficient: new HttpError(403, "This kind of key isn't allowed to do this.", {
    code: 'key_kind_insufficient',
  }),

  originNotAllowed: new HttpError(403, "This origin isn't in the environment's allowed origins.", {
    code: 'origin_not_allowed',
  }),

  userSignatureInvalid: new HttpError(401, 'The user signature is missing or invalid.', {
    code: 'user_signature_invalid',
  }),

  // Contract §7.2: governance.
  organisationSuspended: new HttpError(403, 'The organisation is suspended.', {
    code: 'organisation_suspended',
  }),
  organisationInactive: new HttpError(403, 'The organisation has no active subscription.', {
    code: 'organisation_inactive',
  }),
  monthlyActiveUsersExceeded: new HttpError(403, 'Monthly active user limit reached. It resets next month.', {
    code: 'monthly_active_users_exceeded',
  }),
  rateLimitExceeded: (retryAfterSeconds: number) =>
    new HttpError(429, "Too many requests: the organisation's rate limit was exceeded.", {
      code: 'rate_limit_exceeded',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  addressRateLimitExceeded: (retryAfterSeconds: number) =>
    new HttpError(429, 'Too many requests: this IP address exceeded its rate limit.', {
      code: 'rate_limit_exceeded',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  batchTooLarge: (limit: number) =>
    new HttpError(400, `Too many keys: the maximum is ${limit} per request.`, { code: 'batch_too_large' }),
  eventsBatchTooLarge: (limit: number) =>
    new HttpError(400, `Too many events: the maximum is ${limit} per request.`, {
      code: 'events_batch_too_large',
    }),

  // Contract §7.3: evaluation.
  invalidJson: new HttpError(400, 'Invalid JSON.'),
  userNotObject: new HttpError(400, '"user" must be an object.'),
  keysRequired: new HttpError(400, '"keys" field is required.'),
  keysNotList: new HttpError(400, '"keys" must be a list.'),
  // Decisions §8.3: evaluations and OFREP.
  tracesOutOfRange: new HttpError(400, '"traces" must be an integer from 0 to 10.', { code: 'invalid' }),
  readNotCounts: new HttpError(400, '"read" must be an object of at most 100 counts.', { code: 'invalid' }),
  contextNotObject: new HttpError(400, '"context" must be an object.'),
  variableUnknown: new HttpError(404, 'Unknown variable.'),
  methodNotAllowed: (allow: string) =>
    new HttpError(405, 'Method not allowed.', { headers: { Allow: allow } }),

  // Contract §7.4 and decisions §3: event ingest; n is the event's index in the list.
  eventsRequired: new HttpError(400, '"events" field is required.'),
  eventsNotList: new HttpError(400, '"events" must be a list.'),
  eventNotObject: (n: number) => new HttpError(400, `events[${n}] must be an object.`),
  eventNameRequired: (n: number) => new HttpError(400, `events[${n}].event is required.`),
  eventNameTooLong: (n: number) =>
    new HttpError(400, `events[${n}].event must be a string of at most 200 characters.`),
  eventVariableRequired: (n: number) => new HttpError(400, `events[${n}].variable is required.`),
  eventVariationRequired: (n: number) => new HttpError(400, `events[${n}].variation is required.`),
  eventVariableUnknown: (n: number) =>
    new HttpError(400, `events[${n}].variable resolves to unknown variable.`),
  eventVariationUndefined: (n: number) =>
    new HttpError(400, `events[${n}].variation is not defined on feature.`),
  eventUserNotObject: (n: number) => new HttpError(400, `events[${n}].user must be an object.`),
  eventUserFieldTooLong: (n: number, field: string) =>
    new HttpError(400, `events[${n}].user.${field} must be a string of at most 500 characters.`),
  eventUserTooLarge: (n: number) =>
    new HttpError(400, `events[${n}].user must have at most 16384 bytes as JSON.`),
  eventValueNotNumeric: (n: number) => new HttpError(400, `events[${n}].value must be numeric when set.`),
  eventTimeNotIso: (n: number) => new HttpError(400, `events[${n}].occurred_at must be ISO-8601 when set.`),
  eventIdTooLong: (n: number) =>
    new HttpError(400, `events[${n}].event_id must be a string of at most 200 characters.`),
  eventNameNew: (n: number) =>
    new HttpError(
      400,
      `events[${n}].event is a new name, and the environment has reached its limit of event names.`,
    ),

  // Decisions §8.5: usage of local evaluation; a path is that of an entry, such as `users[0].id`.
  usageFieldRequired: (field: string) =>
    new HttpError(400, `"${field}" field is required.`, { code: 'invalid' }),
  usageFieldInvalid: (field: string, rule: string) =>
    new HttpError(400, `"${field}" must ${rule}.`, { code: 'invalid' }),
  usageTooLarge: (field: string, most: number) =>
    new HttpError(400, `"${field}" must have at most ${most} entries.`, { code: 'usage_too_large' }),
  usageEntryRequired: (path: string) => new HttpError(400, `${path} is required.`, { code: 'invalid' }),
  usageEntryInvalid: (path: string, rule: string) =>
    new HttpError(400, `${path} must ${rule}.`, { code: 'invalid' }),

  // Contract §7.5 and decisions §4: code references; n is the reference's index in the list.
  planUpgradeRequired: new HttpError(402, 'Code references require the Business or Enterprise plan.', {
    code: 'plan_upgrade_required',
  }),
  snapshotFieldRequired: (field: string) =>
    new HttpError(400, `"${field}" field is required.`, { code: 'invalid' }),
  snapshotFieldInvalid: (field: string, rule: string) =>
    new HttpError(400, `"${field}" must ${rule}.`, { code: 'invalid' }),
  referenceNotObject: (n: number) => invalidReference(`references[${n}]`, 'must be an object'),
  referenceFieldRequired: (n: number, field: string) =>
    invalidReference(`references[${n}].${field}`, 'is required', 'required'),
  referenceFieldInvalid: (n: number, field: string, rule: string) =>
    invalidReference(`references[${n}].${field}`, `must ${rule}`),
  projectUnknown: (slug: string) =>
    new HttpError(404, 'Unknown project.', { code: 'not_found', resource: { kind: 'project', slug } }),
  snapshotValueTooLong: (maxBytes: number) =>
    new HttpError(
      400,
      `A value in the body, or the white space between two values, is longer than ${maxBytes} bytes.`,
      { code: 'invalid' },
    ),
  snapshotTooMuchElse: new HttpError(400, "Too much of the body isn't part of a snapshot.", {
    code: 'invalid',
  }),
  tooManyRepositories: (limit: number) =>
    new HttpError(409, `The project has reached its limit of ${limit} repositories. Delete one first.`, {
      code: 'limit_reached',
    }),
  tooManyReferences: (most: number) =>
    new HttpError(
      409,
      `The organisation has reached its limit of ${most} code references, including stale ones.`,
      { code: 'limit_reached' },
    ),
  tooManySnapshots: new HttpError(
    429,
    'The organisation is pushing too many snapshots at once. Try again shortly.',
    { code: 'too_many_snapshots', headers: { 'Retry-After': '5' } },
  ),

  // Decisions §8.4: streams and datafiles.
  sinceInvalid: new HttpError(400, '"since" must be a version: a non-negative integer.', { code: 'invalid' }),
  evaluatorInvalid: new HttpError(400, '"evaluator" must be an integer.', { code: 'invalid' }),
  tooManyStreams: new HttpError(503, 'This process has reached its limit of streams. Try again shortly.', {
    code: 'too_many_streams',
    headers: { 'Retry-After': '5' },
  }),
  tooManyStreamsOfAddress: new HttpError(429, 'Too many streams from this address.', {
    code: 'too_many_streams',
    headers: { 'Retry-After': '60' },
  }),
  /**
   * One organisation exceeds its share of a resource of this process (docs/explanations/security.md, Shares): `what` is the resource.
   */
  organisationShareExceeded: (what: string, { status = 429, retryAfterSeconds = 5 } = {}) =>
    new HttpError(status, `The organisation has reached its share of ${what}. Try again shortly.`, {
      code: 'organisation_share_exceeded',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  tooManyEvaluations: new HttpError(
    503,
    'Too many large evaluation requests are in progress. Try again shortly.',
    { code: 'too_many_evaluations', headers: { 'Retry-After': '1' } },
  ),
  // Decisions §8.6: types of variables.
  typesTooLong: (maxVariables: number, maxBytes: number) =>
    new HttpError(
      409,
      `The project has too many types for one response: the maximum is ${maxVariables} variables and ${maxBytes} bytes.`,
      { code: 'limit_reached' },
    ),
  tooManyTypeRequests: new HttpError(
    429,
    'The organisation has too many requests for types in progress. Try again shortly.',
    { code: 'too_many_type_requests', headers: { 'Retry-After': '5' } },
  ),

  // Decisions §1.4: HTTP details.
  keysNotStrings: new HttpError(400, '"keys" must be a list of strings.'),
  bodyNotObject: new HttpError(400, 'Body must be a JSON object.'),
  bodyTooDeep: (deepest: number) =>
    new HttpError(400, `The body is nested more than ${deepest} levels deep.`),
  bodyHoldsTooMuch: (most: number) =>
    new HttpError(400, `The body has more than ${most} lists and objects, or more than ${most} members.`),
  bodyTooDense: new HttpError(
    400,
    'The body has too many lists, objects, members or entries for its length.',
  ),
  undecodablePath: new HttpError(400, 'The path has invalid percent-encoding.'),
  requestUnreadable: new HttpError(400, 'The request is malformed.', { code: 'invalid' }),
  requestTooSlow: new HttpError(408, 'The request took too long to arrive.', { code: 'request_timeout' }),
  headTooLarge: new HttpError(431, 'The request headers are too large.', { code: 'head_too_large' }),
  /** RFC 9112 §3.2. */
  hostTwice: new HttpError(400, 'A request must have exactly one Host header.', {
    code: 'invalid',
    headers: { Connection: 'close' },
  }),
  notFound: new HttpError(404, 'Not found.', { code: 'route_not_found' }),
  bodyTooLarge: new HttpError(413, 'The body is too large.', { code: 'body_too_large' }),

  // Bodies that arrive compressed.
  expandsTooMuch: (limit: number) =>
    new HttpError(413, `The body expands to more than ${limit} times its compressed size.`, {
      code: 'body_too_large',
    }),
  undecodableBody: new HttpError(400, "The body doesn't match its Content-Encoding."),
  unsupportedEncoding: new HttpError(415, 'Content-Encoding must be gzip, deflate or br.', {
    code: 'unsupported_encoding',
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
  }),

  // Failures of the server.
  environmentTooLarge: new HttpError(
    503,
    "The environment doesn't fit into this service's memory. Ask your administrator to increase it.",
    { code: 'environment_too_large', headers: { 'Retry-After': '60' } },
  ),
  internal: new HttpError(500, 'Internal server error.', { code: 'internal' }),
  unavailable: new HttpError(503, 'The service is temporarily unavailable. Try again shortly.', {
    code: 'unavailable',
    headers: { 'Retry-After': '1' },
  }),
};

/** Names the reference in `details`, so that a client finds it without reading the sentence. */
function invalidReference(path: string, message: string, code = 'invalid'): HttpError {
  return new HttpError(400, `${path} ${message}.`, { code: 'invalid', details: [{ path, message, code }] });
}
