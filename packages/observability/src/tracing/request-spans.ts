import type { IncomingMessage } from 'node:http';
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import {
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_URL_SCHEME,
} from '@opentelemetry/semantic-conventions';
import type { Spans } from './open-telemetry.ts';
import type { Tracing } from './tracing.ts';

/** Spans of requests. Paths and queries, which hold what people typed, stay out: a span has the route's pattern. */
export function createRequestSpans(spans: Spans): Pick<Tracing, 'ofRequests' | 'onRequest'> {
  const propagator = new W3CTraceContextPropagator();
  const ofRequest = new WeakMap<IncomingMessage, Span>();
  return {
    ofRequests: (listener) => (req, res) => {
      const parent = propagator.extract(ROOT_CONTEXT, req.headers, defaultTextMapGetter);
      const span = spans.tracer.startSpan('HTTP', { kind: SpanKind.SERVER }, parent);
      ofRequest.set(req, span);
      res.once('close', () => span.end());
      spans.within(trace.setSpan(parent, span), () => listener(req, res));
    },
    onRequest(req, { method, route, status, requestId }) {
      const span = ofRequest.get(req);
      if (span?.isRecording() !== true) return;
      span.updateName(`${method} ${route}`);
      span.setAttributes({
        [ATTR_HTTP_REQUEST_METHOD]: method,
        [ATTR_HTTP_ROUTE]: route,
        [ATTR_HTTP_RESPONSE_STATUS_CODE]: status,
        [ATTR_URL_SCHEME]: 'http',
        'http.request.header.x-request-id': [requestId],
      });
      if (status < 500) return;
      span.setAttribute(ATTR_ERROR_TYPE, String(status));
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
}
