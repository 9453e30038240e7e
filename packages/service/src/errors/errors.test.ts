import { describe, expect, it } from '@jest/globals';
import { errors } from './errors.ts';
import type { HttpError } from './http-error.ts';

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
    '{"error":"A key of this kind may not do this.","code":"key_kind_insufficient"}',
  ],
  [
    errors.userSignatureInvalid,
    401,
    '{"error":"The signature of the user is missing or wrong.","code":"user_signature_invalid"}',
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
    '{"error":"The monthly active users of the plan are used up; the count starts anew next month.","code":"monthly_active_users_exceeded"}',
  ],
  [
    errors.rateLimitExceeded(7),
    429,
    '{"error":"Too many requests: the rate limit of the organisation is exceeded.","code":"rate_limit_exceeded"}',
    { 'Retry-After': '7' },
  ],
  [
    errors.addressRateLimitExceeded(7),
    429,
    '{"error":"Too many requests: the rate limit of this address is exceeded.","code":"rate_limit_exceeded"}',
    { 'Retry-After': '7' },
  ],
  [
    errors.batchTooLarge(100),
    400,
    '{"error":"Too many keys: a request may ask for at most 100.","code":"batch_too_large"}',
  ],
  [
    errors.eventsBatchTooLarge(1000),
    400,
    '{"error":"Too many events: a request may carry at most 1000.","code":"events_batch_too_large"}',
  ],
  [errors.invalidJson, 400, '{"error":"Invalid JSON."}'],
  [errors.userNotObject, 400, String.raw`{"error":"\"user\" must be an object."}`],
  [errors.keysRequired, 400, String.raw`{"error":"\"keys\" field is required."}`],
  [errors.keysNotList, 400, String.raw`{"error":"\"keys\" must be a list."}`],
  [errors.tracesOutOfRange, 400, String.raw`{"error":"\"traces\" must be an integer from 0 to 10."}`],
  [errors.readNotCounts, 400, String.raw`{"error":"\"read\" must be an object of at most 100 counts."}`],
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
    '{"error":"events[999].event is a new name and the environment has its most."}',
  ],
  [errors.usageFieldRequired('from'), 400, String.raw`{"error":"\"from\" field is required."}`],
  [
    errors.usageFieldInvalid('until', 'be ISO-8601'),
    400,
    String.raw`{"error":"\"until\" must be ISO-8601."}`,
  ],
  [
    errors.usageTooLarge('users', 1000),
    400,
    String.raw`{"error":"\"users\" must have at most 1000 entries.","code":"usage_too_large"}`,
  ],
  [
    errors.usageEntryRequired('evaluations[3].variable'),
    400,
    '{"error":"evaluations[3].variable is required."}',
  ],
  [errors.usageEntryInvalid('users[3]', 'be an object'), 400, '{"error":"users[3] must be an object."}'],
  [
    errors.planUpgradeRequired,
    402,
    '{"error":"Code references need the Business or the Enterprise plan.","code":"plan_upgrade_required"}',
  ],
  [errors.snapshotFieldRequired('branch'), 400, String.raw`{"error":"\"branch\" field is required."}`],
  [
    errors.snapshotFieldInvalid('repository', 'have the form owner/repo'),
    400,
    String.raw`{"error":"\"repository\" must have the form owner/repo."}`,
  ],
  [errors.referenceNotObject(7), 400, '{"error":"references[7] must be an object."}'],
  [errors.referenceFieldRequired(7, 'key'), 400, '{"error":"references[7].key is required."}'],
  [
    errors.referenceFieldInvalid(7, 'file', 'be a string'),
    400,
    '{"error":"references[7].file must be a string."}',
  ],
  [errors.projectUnknown, 404, '{"error":"Unknown project."}'],
  [
    errors.snapshotValueTooLong(65_536),
    400,
    '{"error":"A value in the body, or the space between two, is longer than 65536 bytes."}',
  ],
  [errors.snapshotTooMuchElse, 400, '{"error":"Too much of the body is no part of a snapshot."}'],
  [
    errors.tooManyRepositories(1_000),
    409,
    '{"error":"The project has 1000 repositories, which is the most it may have: delete one in the settings.","code":"limit_reached"}',
  ],
  [
    errors.tooManyReferences(5_000_000),
    409,
    '{"error":"The organisation has 5000000 code references, stale ones too, which is the most it may have.","code":"limit_reached"}',
  ],
  [
    errors.tooManySnapshots,
    429,
    '{"error":"The organisation pushes too many snapshots at a time; try again shortly.","code":"too_many_snapshots"}',
    { 'Retry-After': '5' },
  ],
  [
    errors.sinceInvalid,
    400,
    String.raw`{"error":"\"since\" must be a version: a whole number that is not negative."}`,
  ],
  [
    errors.tooManyStreams,
    503,
    '{"error":"This process has as many streams as it may have; try again shortly.","code":"too_many_streams"}',
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
    '{"error":"The organisation has its share of streams; try again shortly.","code":"organisation_share_exceeded"}',
    { 'Retry-After': '60' },
  ],
  [
    errors.typesTooLong(100_000, 16_777_216),
    409,
    '{"error":"The types of the project are too long: an answer has at most 100000 variables and 16777216 bytes.","code":"limit_reached"}',
  ],
  [
    errors.tooManyEvaluations,
    503,
    '{"error":"Too many requests for many variables are being answered; try again shortly.","code":"too_many_evaluations"}',
    { 'Retry-After': '1' },
  ],
  [
    errors.tooManyTypeRequests,
    429,
    '{"error":"The organisation asks for too many types at a time; try again shortly.","code":"too_many_type_requests"}',
    { 'Retry-After': '5' },
  ],
  [errors.keysNotStrings, 400, String.raw`{"error":"\"keys\" must be a list of strings."}`],
  [errors.bodyNotObject, 400, '{"error":"Body must be a JSON object."}'],
  [errors.bodyTooDeep(100), 400, '{"error":"The body is nested more than 100 levels deep."}'],
  [
    errors.bodyHoldsTooMuch(100_000),
    400,
    '{"error":"The body holds more than 100000 lists and objects, or as many members."}',
  ],
  [
    errors.bodyTooDense,
    400,
    '{"error":"The body holds too many lists, objects, members or entries for its length."}',
  ],
  [errors.undecodablePath, 400, '{"error":"The percent-encoding of the path cannot be decoded."}'],
  [errors.requestUnreadable, 400, '{"error":"The request cannot be read."}'],
  [errors.requestTooSlow, 408, '{"error":"The request took too long to arrive."}'],
  [errors.headTooLarge, 431, '{"error":"The head of the request is too large."}'],
  [
    errors.originNotAllowed,
    403,
    '{"error":"The environment does not allow pages of this origin.","code":"origin_not_allowed"}',
  ],
  [errors.hostTwice, 400, '{"error":"A request names its host once."}', { Connection: 'close' }],
  [errors.notFound, 404, '{"error":"Not found."}'],
  [errors.bodyTooLarge, 413, '{"error":"The body is too large."}'],
  [
    errors.expandsTooMuch(200),
    413,
    '{"error":"The body is more than 200 times as long as it was compressed."}',
  ],
  [errors.undecodableBody, 400, '{"error":"The body is not what its Content-Encoding says."}'],
  [
    errors.unsupportedEncoding,
    415,
    '{"error":"Content-Encoding must be gzip, deflate or br."}',
    { 'Accept-Encoding': 'gzip, deflate, br' },
  ],
  [
    errors.environmentTooLarge,
    503,
    '{"error":"The environment does not fit into the memory of this service; the operator has to give it more.","code":"environment_too_large"}',
    { 'Retry-After': '60' },
  ],
  [errors.internal, 500, '{"error":"Internal server error."}'],
  [
    errors.unavailable,
    503,
    '{"error":"The service cannot answer at the moment; try again shortly."}',
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
