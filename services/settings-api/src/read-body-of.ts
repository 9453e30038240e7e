import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { parseDocument } from '@bunting/bootstrap';
import { roundedNumbers } from '@bunting/changes';
import { errors, parseJsonObject, readBody } from '@bunting/http';
import { settingsErrors } from './errors.ts';
import { explainFailure } from './explain-failure.ts';
import type { Route } from './route.ts';

/** The body of a request: JSON, or YAML where the route takes that and the Content-Type says so. */
export async function readBodyOf(
  { bodyMayBeYaml = false, roundsNumbers = false }: Pick<Route, 'bodyMayBeYaml' | 'roundsNumbers'>,
  req: IncomingMessage,
  maxBytes: number,
): Promise<unknown> {
  if (!bodyMayBeYaml || !isYaml(req.headers['content-type'])) {
    const bytes = await readBody(req, maxBytes);
    const body = parseJsonObject(bytes);
    const rounded = roundsNumbers ? [] : roundedNumbers(bytes.toString());
    if (rounded.length > 0) throw settingsErrors.invalid(rounded);
    return body;
  }
  const bytes = await readBody(req, Math.min(maxBytes, mostYamlBytes));
  if (!isUtf8(bytes)) throw errors.bodyNotObject;
  try {
    return parseDocument(bytes.toString());
  } catch (error) {
    throw explainFailure(error);
  }
}

/** Reading YAML takes 0.7 s per megabyte, in which nobody else is answered. JSON takes a hundredth. */
const mostYamlBytes = 2 * 1024 * 1024;

/** RFC 9512 and what was used before it. */
export function isYaml(mediaType: string | undefined): boolean {
  return /^(?:application|text)\/(?:x-)?yaml\s*(?:;|$)/i.test(mediaType ?? '');
}
