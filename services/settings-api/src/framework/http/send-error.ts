import { HttpError } from '@bunting/service';
import type { NextFunction, Request, Response } from 'express';
import { sendText } from './send-text.ts';

/** Answers what a route refused, compressed where it tells of much. What else was thrown is for the handler of every service. */
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
