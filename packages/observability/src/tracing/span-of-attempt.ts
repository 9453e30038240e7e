import { SpanStatusCode, type Span } from '@opentelemetry/api';
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_SERVER_ADDRESS,
} from '@opentelemetry/semantic-conventions';

/** Records the host of the receiver only: paths and queries of webhooks contain secrets. */
export async function spanOfAttempt<Outcome extends { succeeded: boolean; status: number | null }>(
  span: Span,
  url: string,
  attempt: () => Promise<Outcome>,
): Promise<Outcome> {
  span.setAttribute(ATTR_HTTP_REQUEST_METHOD, 'POST');
  const host = hostOf(url);
  if (host !== undefined) span.setAttribute(ATTR_SERVER_ADDRESS, host);
  try {
    const outcome = await attempt();
    if (outcome.status !== null) span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, outcome.status);
    if (!outcome.succeeded) span.setStatus({ code: SpanStatusCode.ERROR });
    return outcome;
  } finally {
    span.end();
  }
}

/** Returns the host. Does not use `URL.canParse`, for the reason given at `parseUrl` of @bunting/webhooks. */
function hostOf(url: string): string | undefined {
  try {
    return new URL(url).hostname;
  } catch {
    return undefined;
  }
}
