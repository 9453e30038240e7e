import { AsyncLocalStorage } from 'node:async_hooks';
import { withTimeout } from '@bunting/async';
import { ROOT_CONTEXT, SpanKind, trace, type Context } from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import { evaluationEvent } from './evaluation-event.ts';
import { spanOfAttempt } from './span-of-attempt.ts';
import { createRequestSpans } from './request-spans.ts';
import { tracePostgres } from './trace-postgres.ts';
import type { Spans } from './spans.ts';
import { traceRedis } from './trace-redis.ts';
import type { Tracing } from './tracing.ts';

const stopTimeoutMs = 2_000;

/** Starts the SDK, which reads sampler, limits, batches and the exporter's settings from the environment itself. */
export function startOpenTelemetry(options: {
  service: string;
  protocol: 'http/protobuf' | 'http/json';
}): Tracing {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      // Without the detector of the process, because its arguments may contain secrets.
      .merge(detectResources({ detectors: [hostDetector, serviceInstanceIdDetector, envDetector] }))
      .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: options.service })),
    spanProcessors: [
      new BatchSpanProcessor(options.protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter()),
    ],
  });
  const storage = new AsyncLocalStorage<Context>();
  const spans: Spans = {
    tracer: provider.getTracer('bunting'),
    current: () => storage.getStore(),
    within: (context, work) => storage.run(context, work),
  };
  const requests = createRequestSpans(spans);
  const ends = [traceRedis(spans), tracePostgres(spans)];

  return {
    ...requests,
    evaluated(environmentId, evaluation) {
      const context = spans.current();
      if (context === undefined) return;
      const span = trace.getSpan(context)!;
      if (span.isRecording()) span.addEvent(...evaluationEvent(environmentId, evaluation));
    },
    async ofAttempt(url, attempt) {
      const context = ROOT_CONTEXT;
      const span = spans.tracer.startSpan('webhook attempt', { kind: SpanKind.CLIENT }, context);
      return spanOfAttempt(span, url, () => spans.within(trace.setSpan(context, span), attempt));
    },
    async stop() {
      for (const end of ends) end();
      // A collector that is away must not delay the end of the process.
      await withTimeout(provider.shutdown(), stopTimeoutMs, 'The collector').catch(() => {});
    },
  };
}
