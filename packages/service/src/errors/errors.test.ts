import { describe, expect, it } from '@jest/globals';
import { errors } from './errors.ts';
import type { HttpError } from './http-error.ts';

const wrong = (member: string, message: string, code = 'invalid') =>
  `{"error":"references[7]${member} ${message}.","code":"invalid",` +
  `"details":[{"path":"references[7]${member}","message":"${message}","code":"${code}"}]}`;

const rows: [HttpError, number, string, Record<string, string>?][] = [
  [errors.invalidApiKey, 401, '{"error":"Invalid or missing API key."}'],
  [
    errors.invalidApiToken,
    401,
    '{"error":"Invalid or missing API token."}',
    { 'WWW-Authenticate': 'Bearer' },
  ],
  [
    errors.keyKindInsufficient,
    403,
    '{"error":"This kind of key isn\'t allowed to do this.","code":"key_kind_insufficient"}',
  ],
  [
    errors.userSignatureInvalid,
    401,
    '{"error":"The user signature is missing or invalid.","code":"user_signature_invalid"}',
  ],
  [
    errors.organisationSuspended,
    403,
    '{"error":"The organisation is suspended.","code":"organisation_suspended"}',
  ],
  [
    errors.organisationInactive,
    403,
    '{"error":"The organisation has no active subscription.","code":"organisation_inactive"}',
  ],
  [
    errors.monthlyActiveUsersExceeded,
    403,
    '{"error":"Monthly active user limit reached. It resets next month.","code":"monthly_active_users_exceeded"}',
  ],
  [
    errors.rateLimitExceeded(7),
    429,
    '{"error":"Too many requests: the organisation\'s rate limit was exceeded.","code":"rate_limit_exceeded"}',
    { 'Retry-After': '7' },
  ],
  [
    errors.addressRateLimitExceeded(7),
    429,
    '{"error":"Too many requests: this IP address exceeded its rate limit.","code":"rate_limit_exceeded"}',
    { 'Retry-After': '7' },
  ],
  [
    errors.batchTooLarge(100),
    400,
    '{"error":"Too many keys: the maximum is 100 per request.","code":"batch_too_large"}',
  ],
  [
    errors.eventsBatchTooLarge(1000),
    400,
    '{"error":"Too many events: the maximum is 1000 per request.","code":"events_batch_too_large"}',
  ],
  [errors.invalidJson, 400, '{"error":"Invalid JSON."}'],
  [errors.userNotObject, 400, String.raw`{"error":"\"user\" must be an object."}`],
  [errors.keysRequired, 400, String.raw`{"error":"\"keys\" field is required."}`],
  [errors.keysNotList, 400, String.raw`{"error":"\"keys\" must be a list."}`],
  [
    errors.tracesOutOfRange,
    400,
    String.raw`{"error":"\"traces\" must be an integer from 0 to 10.","code":"invalid"}`,
  ],
  [
    errors.readNotCounts,
    400,
    String.raw`{"error":"\"read\" must be an object of at most 100 counts.","code":"invalid"}`,
  ],
  [errors.contextNotObject, 400, String.raw`{"error":"\"context\" must be an object."}`],
  [errors.variableUnknown, 404, '{"error":"Unknown variable."}'],
  [errors.methodNotAllowed('POST'), 405, '{"error":"Method not allowed."}', { Allow: 'POST' }],
  [errors.eventsRequired, 400, String.raw`{"error":"\"events\" field is required."}`],
  [errors.eventsNotList, 400, String.raw`{"error":"\"events\" must be a list."}`],
  [errors.eventNotObject(0), 400, '{"error":"events[0] must be an object."}'],
  [errors.eventNameRequired(1), 400, '{"error":"events[1].event is required."}'],
  [
    errors.eventNameTooLong(1),
    400,
    '{"error":"events[1].event must be a string of at most 200 characters."}',
  ],
  [errors.eventVariableRequired(2), 400, '{"error":"events[2].variable is required."}'],
  [errors.eventVariationRequired(3), 400, '{"error":"events[3].variation is required."}'],
  [errors.eventVariableUnknown(4), 400, '{"error":"events[4].variable resolves to unknown variable."}'],
  [errors.eventVariationUndefined(5), 400, '{"error":"events[5].variation is not defined on feature."}'],
  [errors.eventUserNotObject(6), 400, '{"error":"events[6].user must be an object."}'],
  [
    errors.eventUserFieldTooLong(6, 'email'),
    400,
    '{"error":"events[6].user.email must be a string of at most 500 characters."}',
  ],
  [errors.eventUserTooLarge(6), 400, '{"error":"events[6].user must have at most 16384 bytes as JSON."}'],
  [errors.eventValueNotNumeric(7), 400, '{"error":"events[7].value must be numeric when set."}'],
  [errors.eventTimeNotIso(8), 400, '{"error":"events[8].occurred_at must be ISO-8601 when set."}'],
  [
    errors.eventIdTooLong(999),
    400,
    '{"error":"events[999].event_id must be a string of at most 200 characters."}',
  ],
  [
    errors.eventNameNew(999),
    400,
    '{"error":"events[999].event is a new name, and the environment has reached its limit of event names."}',
  ],
  [
    errors.usageFieldRequired('from'),
    400,
    String.raw`{"error":"\"from\" field is required.","code":"invalid"}`,
  ],
  [
    errors.usageFieldInvalid('until', 'be ISO-8601'),
    400,
    String.raw`{"error":"\"until\" must be ISO-8601.","code":"invalid"}`,
  ],
  [
    errors.usageTooLarge('users', 1000),
    400,
    String.raw`{"error":"\"users\" must have at most 1000 entries.","code":"usage_too_large"}`,
  ],
  [
    errors.usageEntryRequired('evaluations[3].variable'),
    400,
    '{"error":"evaluations[3].variable is required.","code":"invalid"}',
  ],
  [
    errors.usageEntryInvalid('users[3]', 'be an object'),
    400,
    '{"error":"users[3] must be an object.","code":"invalid"}',
  ],
  [
    errors.planUpgradeRequired,
    402,
    '{"error":"Code references require the Business or Enterprise plan.","code":"plan_upgrade_required"}',
  ],
  [
    errors.snapshotFieldRequired('branch'),
    400,
    String.raw`{"error":"\"branch\" field is required.","code":"invalid"}`,
  ],
  [
    errors.snapshotFieldInvalid('repository', 'have the form owner/repo'),
    400,
    String.raw`{"error":"\"repository\" must have the form owner/repo.","code":"invalid"}`,
  ],
  [errors.referenceNotObject(7), 400, wrong('', 'must be an object')],
  [errors.referenceFieldRequired(7, 'key'), 400, wrong('.key', 'is required', 'required')],
  [errors.referenceFieldInvalid(7, 'file', 'be a string'), 400, wrong('.file', 'must be a string')],
  [
    errors.projectUnknown('shop'),
    404,
    '{"error":"Unknown project.","code":"not_found","resource":{"kind":"project","slug":"shop"}}',
  ],
  [
    errors.snapshotValueTooLong(65_536),
    400,
    '{"error":"A value in the body, or the white space between two values, is longer than 65536 bytes.","code":"invalid"}',
  ],
  [
    errors.snapshotTooMuchElse,
    400,
    '{"error":"Too much of the body isn\'t part of a snapshot.","code":"invalid"}',
  ],
  [
    errors.tooManyRepositories(1_000),
    409,
    '{"error":"The project has reached its limit of 1000 repositories. Delete one first.","code":"limit_reached"}',
  ],
  [
    errors.tooManyReferences(5_000_000),
    409,
    '{"error":"The organisation has reached its limit of 5000000 code references, including stale ones.","code":"limit_reached"}',
  ],
  [
    errors.tooManySnapshots,
    429,
    '{"error":"The organisation is pushing too many snapshots at once. Try again shortly.","code":"too_many_snapshots"}',
    { 'Retry-After': '5' },
  ],
  [
    errors.sinceInvalid,
    400,
    String.raw`{"error":"\"since\" must be a version: a non-negative integer.","code":"invalid"}`,
  ],
  [errors.evaluatorInvalid, 400, String.raw`{"error":"\"evaluator\" must be an integer.","code":"invalid"}`],
  [
    errors.tooManyStreams,
    503,
    '{"error":"This process has reached its limit of streams. Try again shortly.","code":"too_many_streams"}',
    { 'Retry-After': '5' },
  ],
  [
    errors.tooManyStreamsOfAddress,
    429,
    '{"error":"Too many streams from this address.","code":"too_many_streams"}',
    { 'Retry-After': '60' },
  ],
  [
    errors.organisationShareExceeded('streams', { retryAfterSeconds: 60 }),
    429,
    '{"error":"The organisation has reached its share of streams. Try again shortly.","code":"organisation_share_exceeded"}',
    { 'Retry-After': '60' },
  ],
  [
    errors.typesTooLong(100_000, 16_777_216),
    409,
    '{"error":"The project has too many types for one response: the maximum is 100000 variables and 16777216 bytes.","code":"limit_reached"}',
  ],
  [
    errors.tooManyEvaluations,
    503,
    '{"error":"Too many large evaluation requests are in progress. Try again shortly.","code":"too_many_evaluations"}',
    { 'Retry-After': '1' },
  ],
  [
    errors.tooManyTypeRequests,
    429,
    '{"error":"The organisation has too many requests for types in progress. Try again shortly.","code":"too_many_type_requests"}',
    { 'Retry-After': '5' },
  ],
  [errors.keysNotStrings, 400, String.raw`{"error":"\"keys\" must be a list of strings."}`],
  [errors.bodyNotObject, 400, '{"error":"Body must be a JSON object."}'],
  [errors.bodyTooDeep(100), 400, '{"error":"The body is nested more than 100 levels deep."}'],
  [
    errors.bodyHoldsTooMuch(100_000),
    400,
    '{"error":"The body has more than 100000 lists and objects, or more than 100000 members."}',
  ],
  [
    errors.bodyTooDense,
    400,
    '{"error":"The body has too many lists, objects, members or entries for its length."}',
  ],
  [errors.undecodablePath, 400, '{"error":"The path has invalid percent-encoding."}'],
  [errors.requestUnreadable, 400, '{"error":"The request is malformed.","code":"invalid"}'],
  [errors.requestTooSlow, 408, '{"error":"The request took too long to arrive.","code":"request_timeout"}'],
  [errors.headTooLarge, 431, '{"error":"The request headers are too large.","code":"head_too_large"}'],
  [
    errors.originNotAllowed,
    403,
    '{"error":"This origin isn\'t in the environment\'s allowed origins.","code":"origin_not_allowed"}',
  ],
  [
    errors.hostTwice,
    400,
    '{"error":"A request must have exactly one Host header.","code":"invalid"}',
    { Connection: 'close' },
  ],
  [errors.notFound, 404, '{"error":"Not found.","code":"route_not_found"}'],
  [errors.bodyTooLarge, 413, '{"error":"The body is too large.","code":"body_too_large"}'],
  [
    errors.expandsTooMuch(200),
    413,
    '{"error":"The body expands to more than 200 times its compressed size.","code":"body_too_large"}',
  ],
  [errors.undecodableBody, 400, '{"error":"The body doesn\'t match its Content-Encoding."}'],
  [
    errors.unsupportedEncoding,
    415,
    '{"error":"Content-Encoding must be gzip, deflate or br.","code":"unsupported_encoding"}',
    { 'Accept-Encoding': 'gzip, deflate, br' },
  ],
  [
    errors.environmentTooLarge,
    503,
    '{"error":"The environment doesn\'t fit into this service\'s memory. Ask your administrator to increase it.","code":"environment_too_large"}',
    { 'Retry-After': '60' },
  ],
  [errors.internal, 500, '{"error":"Internal server error.","code":"internal"}'],
  [
    errors.unavailable,
    503,
    '{"error":"The service is temporarily unavailable. Try again shortly.","code":"unavailable"}',
    { 'Retry-After': '1' },
  ],
];

describe('the table of errors', () => {
  it.each(rows)('says exactly this: %s', (error, status, text, headers = {}) => {
    expect({ status: error.status, text: error.text, headers: error.headers }).toEqual({
      status,
      text,
      headers,
    });
  });

  it('has no row that this test does not check', () => {
    expect(rows).toHaveLength(Object.keys(errors).length);
  });
});
