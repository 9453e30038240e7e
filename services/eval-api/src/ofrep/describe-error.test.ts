import { describe, expect, it } from '@jest/globals';
import { errors, type HttpError } from '@bunting/service';
import { describeError, describeErrorOfFlag } from './describe-error.ts';

describe('an error of OFREP (docs/reference/sdks.md)', () => {
  it.each<[HttpError, string]>([
    [errors.invalidJson, 'PARSE_ERROR'],
    [errors.bodyNotObject, 'PARSE_ERROR'],
    [errors.bodyTooDeep(100), 'PARSE_ERROR'],
    [errors.bodyHoldsTooMuch(5), 'PARSE_ERROR'],
    [errors.bodyTooDense, 'PARSE_ERROR'],
    [errors.undecodableBody, 'PARSE_ERROR'],
    [errors.contextNotObject, 'INVALID_CONTEXT'],
    [errors.undecodablePath, 'GENERAL'],
    [errors.invalidApiKey, 'GENERAL'],
    [errors.keyKindInsufficient, 'GENERAL'],
    [errors.organisationSuspended, 'GENERAL'],
    [errors.organisationInactive, 'GENERAL'],
    [errors.monthlyActiveUsersExceeded, 'GENERAL'],
    [errors.batchTooLarge(100), 'GENERAL'],
    [errors.variableUnknown, 'FLAG_NOT_FOUND'],
    [errors.rateLimitExceeded(3), 'GENERAL'],
    [errors.methodNotAllowed('POST'), 'GENERAL'],
    [errors.bodyTooLarge, 'GENERAL'],
    [errors.unsupportedEncoding, 'GENERAL'],
    [errors.internal, 'GENERAL'],
    [errors.unavailable, 'GENERAL'],
  ])('%s has the status, the headers and the text of the table, and %s', (error, errorCode) => {
    const { status, headers, text } = describeError(error);
    expect([status, headers]).toEqual([error.status, error.headers]);
    expect(JSON.parse(text)).toEqual({
      errorCode,
      errorDetails: error.message,
      ...(error.code !== undefined && { metadata: { code: error.code } }),
    });
  });
  it('of one flag has its key, decoded if that is possible', () => {
    const keyOf = (error: HttpError, segment: string) =>
      (JSON.parse(describeErrorOfFlag(error, segment).text) as { key: string }).key;
    expect(keyOf(errors.variableUnknown, 'caf%C3%A9')).toBe('café');
    expect(keyOf(errors.undecodablePath, '%zz')).toBe('%zz');
  });
  it.each([
    [1, '1'],
    [60, '60'],
    [61, '60'],
    [3_600, '60'],
  ])('after %i seconds of the rate limit asks to wait for %s', (seconds, expected) => {
    expect(describeError(errors.rateLimitExceeded(seconds)).headers['Retry-After']).toBe(expected);
  });
});
