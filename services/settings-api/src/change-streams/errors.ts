import { errors, HttpError } from '@bunting/service';

/** Beyond the bounds on streams of changes. */
export const streamErrors = {
  tooMany: errors.tooManyStreams,
  tooManyOfOrganisation: errors.organisationShareExceeded("this process's change streams", {
    retryAfterSeconds: 60,
  }),
  tooManyOfPerson: new HttpError(429, 'You have reached your limit of open change streams.', {
    code: 'too_many_streams',
    headers: { 'Retry-After': '60' },
  }),
};
