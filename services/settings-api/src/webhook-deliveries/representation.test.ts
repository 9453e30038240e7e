import { expect, it } from '@jest/globals';
import { toAttempt } from './representation.ts';

it('an attempt that a release stored with a code is shown with a sentence', () => {
  const row = {
    number: 1,
    started_at: new Date(0),
    duration_ms: 5,
    succeeded: false,
    response_status: null,
    response_body: null,
    request_headers: null,
  };
  const errorOf = (error: string | null) => toAttempt({ ...row, error }, 'owner').error;
  expect(errorOf('The connection failed: UND_ERR_SOCKET.')).toBe(
    'The receiver closed the connection before completing its response.',
  );
  expect(errorOf('The receiver responded with 500.')).toBe('The receiver responded with 500.');
  expect(errorOf(null)).toBeNull();
});
