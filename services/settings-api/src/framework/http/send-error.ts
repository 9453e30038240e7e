import { HttpError } from '@bunting/service';
import type { NextFunction, Request, Response } from 'express';
import { sendText } from './send-text.ts';

/** Answers an HttpError, compressed where it is long. Other errors go to the error handler that all services have. */
export async function sendError(
  error: unknown,
  req: Request,
  res: Response,
  next: NextFunction,
): Promise<void> {
  if (!(error instanceof HttpError) || res.headersSent) return next(error);
  for (const [name, value] of Object.entries(error.headers)) res.setHeader(name, value);
  await sendText(req, res, error.status, { text: error.text });
}
