import { answerError, errors, letPagesRead } from '@bunting/service';
import type { RequestHandler } from 'express';
import { describeError, describeErrorOfFlag } from '../ofrep/describe-error.ts';

/** Refuses every method but POST, in the form of the protocol (docs/reference/sdks.md). */
export const ofrepMethodNotAllowed: RequestHandler = (req, res) => {
  letPagesRead(res);
  const error = errors.methodNotAllowed('POST');
  const segment = req.path.split('/')[5];
  answerError(res, segment === undefined ? describeError(error) : describeErrorOfFlag(error, segment));
};
