import { HttpError } from './http-error.ts';

/** Every error a client can get, in the order of the contract. Rows that depend on the request are functions. */
export const errors = {
  // Contract §5, §7.1: authentication.
  invalidApiKey: new HttpError(401, 'Invalid or missing API key.'),
  invalidApiToken: new HttpError(401, 'Invalid or missing API token.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  }),
  // Decisions §8.1.
  keyKindInsufficient: new HttpError(403, 'A key of this kind may not do this.', {
    code: 'key_kind_insufficient',
  }),

  originNotAllowed: new HttpError(403, 'The environment does not allow pages of this origin.', {
    code: 'origin_not_allowed',
  }),

  userSignatureInvalid: new HttpError(401, 'The signature of the user is missing or wrong.', {
    code: 'user_signature_invalid',
  }),

  // Contract §7.2: governance.
  organisationSuspended: new HttpError(403, 'The organisation is suspended.', {
    code: 'organisation_suspended',
  }),
  organisationInactive: new HttpError(403, 'The organisation has no active subscription.', {
    code: 'organisation_inactive',
  }),
  monthlyActiveUsersExceeded: new HttpError(
    403,
    'The monthly active users of the plan are used up; the count starts anew next month.',
    { code: 'monthly_active_users_exceeded' },
  ),
  rateLimitExceeded: (retryAfterSeconds: number) =>
    new HttpError(429, 'Too many requests: the rate limit of the organisation is exceeded.', {
      code: 'rate_limit_exceeded',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  addressRateLimitExceeded: (retryAfterSeconds: number) =>
    new HttpError(429, 'Too many requests: the rate limit of this address is exceeded.', {
      code: 'rate_limit_exceeded',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  batchTooLarge: (limit: number) =>
    new HttpError(400, `Too many keys: a request may ask for at most ${limit}.`, { code: 'batch_too_large' }),
  eventsBatchTooLarge: (limit: number) =>
    new HttpError(400, `Too many events: a request may carry at most ${limit}.`, {
      code: 'events_batch_too_large',
    }),

  // Contract §7.3: evaluation.
  invalidJson: new HttpError(400, 'Invalid JSON.'),
  userNotObject: new HttpError(400, '"user" must be an object.'),
  keysRequired: new HttpError(400, '"keys" field is required.'),
  keysNotList: new HttpError(400, '"keys" must be a list.'),
  // Decisions §8.3: evaluations and OFREP.
  tracesOutOfRange: new HttpError(400, '"traces" must be an integer from 0 to 10.'),
  readNotCounts: new HttpError(400, '"read" must be an object of at most 100 counts.'),
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
    new HttpError(400, `events[${n}].event is a new name and the environment has its most.`),

  // Decisions §8.5: usage of local evaluation; a path is that of an entry, such as `users[0].id`.
  usageFieldRequired: (field: string) => new HttpError(400, `"${field}" field is required.`),
  usageFieldInvalid: (field: string, rule: string) => new HttpError(400, `"${field}" must ${rule}.`),
  usageTooLarge: (field: string, most: number) =>
    new HttpError(400, `"${field}" must have at most ${most} entries.`, { code: 'usage_too_large' }),
  usageEntryRequired: (path: string) => new HttpError(400, `${path} is required.`),
  usageEntryInvalid: (path: string, rule: string) => new HttpError(400, `${path} must ${rule}.`),

  // Contract §7.5 and decisions §4: code references; n is the reference's index in the list.
  planUpgradeRequired: new HttpError(402, 'Code references need the Business or the Enterprise plan.', {
    code: 'plan_upgrade_required',
  }),
  snapshotFieldRequired: (field: string) => new HttpError(400, `"${field}" field is required.`),
  snapshotFieldInvalid: (field: string, rule: string) => new HttpError(400, `"${field}" must ${rule}.`),
  referenceNotObject: (n: number) => new HttpError(400, `references[${n}] must be an object.`),
  referenceFieldRequired: (n: number, field: string) =>
    new HttpError(400, `references[${n}].${field} is required.`),
  referenceFieldInvalid: (n: number, field: string, rule: string) =>
    new HttpError(400, `references[${n}].${field} must ${rule}.`),
  projectUnknown: new HttpError(404, 'Unknown project.'),
  snapshotValueTooLong: (maxBytes: number) =>
    new HttpError(400, `A value in the body, or the space between two, is longer than ${maxBytes} bytes.`),
  snapshotTooMuchElse: new HttpError(400, 'Too much of the body is no part of a snapshot.'),
  tooManyRepositories: (limit: number) =>
    new HttpError(
      409,
      `The project has ${limit} repositories, which is the most it may have: delete one in the settings.`,
      { code: 'limit_reached' },
    ),
  tooManyReferences: (most: number) =>
    new HttpError(
      409,
      `The organisation has ${most} code references, stale ones too, which is the most it may have.`,
      { code: 'limit_reached' },
    ),
  tooManySnapshots: new HttpError(
    429,
    'The organisation pushes too many snapshots at a time; try again shortly.',
    { code: 'too_many_snapshots', headers: { 'Retry-After': '5' } },
  ),

  // Decisions §8.4: streams and datafiles.
  sinceInvalid: new HttpError(400, '"since" must be a version: a whole number that is not negative.'),
  tooManyStreams: new HttpError(503, 'This process has as many streams as it may have; try again shortly.', {
    code: 'too_many_streams',
    headers: { 'Retry-After': '5' },
  }),
  tooManyStreamsOfAddress: new HttpError(429, 'Too many streams from this address.', {
    code: 'too_many_streams',
    headers: { 'Retry-After': '60' },
  }),
  /**
   * One organisation exceeds its share of a resource of this process (docs/security.md, Shares): `what` is the resource.
   */
  organisationShareExceeded: (what: string, { status = 429, retryAfterSeconds = 5 } = {}) =>
    new HttpError(status, `The organisation has its share of ${what}; try again shortly.`, {
      code: 'organisation_share_exceeded',
      headers: { 'Retry-After': String(retryAfterSeconds) },
    }),
  tooManyEvaluations: new HttpError(
    503,
    'Too many requests for many variables are being answered; try again shortly.',
    { code: 'too_many_evaluations', headers: { 'Retry-After': '1' } },
  ),
  // Decisions §8.6: types of variables.
  typesTooLong: (maxVariables: number, maxBytes: number) =>
    new HttpError(
      409,
      `The types of the project are too long: an answer has at most ${maxVariables} variables and ${maxBytes} bytes.`,
      { code: 'limit_reached' },
    ),
  tooManyTypeRequests: new HttpError(
    429,
    'The organisation asks for too many types at a time; try again shortly.',
    { code: 'too_many_type_requests', headers: { 'Retry-After': '5' } },
  ),

  // Decisions §1.4: HTTP details.
  keysNotStrings: new HttpError(400, '"keys" must be a list of strings.'),
  bodyNotObject: new HttpError(400, 'Body must be a JSON object.'),
  bodyTooDeep: (deepest: number) =>
    new HttpError(400, `The body is nested more than ${deepest} levels deep.`),
  bodyHoldsTooMuch: (most: number) =>
    new HttpError(400, `The body holds more than ${most} lists and objects, or as many members.`),
  bodyTooDense: new HttpError(
    400,
    'The body holds too many lists, objects, members or entries for its length.',
  ),
  undecodablePath: new HttpError(400, 'The percent-encoding of the path cannot be decoded.'),
  requestUnreadable: new HttpError(400, 'The request cannot be read.'),
  requestTooSlow: new HttpError(408, 'The request took too long to arrive.'),
  headTooLarge: new HttpError(431, 'The head of the request is too large.'),
  /** RFC 9112 §3.2. */
  hostTwice: new HttpError(400, 'A request names its host once.', { headers: { Connection: 'close' } }),
  notFound: new HttpError(404, 'Not found.'),
  bodyTooLarge: new HttpError(413, 'The body is too large.'),

  // Bodies that arrive compressed.
  expandsTooMuch: (limit: number) =>
    new HttpError(413, `The body is more than ${limit} times as long as it was compressed.`),
  undecodableBody: new HttpError(400, 'The body is not what its Content-Encoding says.'),
  unsupportedEncoding: new HttpError(415, 'Content-Encoding must be gzip, deflate or br.', {
    headers: { 'Accept-Encoding': 'gzip, deflate, br' },
  }),

  // Failures of the server.
  environmentTooLarge: new HttpError(
    503,
    'The environment does not fit into the memory of this service; the operator has to give it more.',
    { code: 'environment_too_large', headers: { 'Retry-After': '60' } },
  ),
  internal: new HttpError(500, 'Internal server error.'),
  unavailable: new HttpError(503, 'The service cannot answer at the moment; try again shortly.', {
    headers: { 'Retry-After': '1' },
  }),
};
