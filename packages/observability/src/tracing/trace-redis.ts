import { tracingChannel } from 'node:diagnostics_channel';
import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api';
import {
  ATTR_DB_OPERATION_NAME,
  ATTR_DB_SYSTEM_NAME,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
} from '@opentelemetry/semantic-conventions';
import type { Spans } from './open-telemetry.ts';

/** What ioredis says of a command. */
interface Command {
  readonly command: string;
  readonly serverAddress?: string;
  readonly serverPort?: number;
}

/** Follows ioredis' own tracing channel. Only commands below a span are told of, and none of their arguments. */
export function traceRedis(spans: Spans): () => void {
  const open = new WeakMap<object, Span>();
  const end = (message: object) => open.get(message)?.end();
  const channel = tracingChannel('ioredis:command');
  const subscriber = {
    start(message: object) {
      const context = spans.current();
      if (context === undefined) return;
      const { command, serverAddress, serverPort } = message as Command;
      const operation = command.toUpperCase();
      const span = spans.tracer.startSpan(
        operation,
        {
          kind: SpanKind.CLIENT,
          attributes: { [ATTR_DB_SYSTEM_NAME]: 'redis', [ATTR_DB_OPERATION_NAME]: operation },
        },
        context,
      );
      if (serverAddress !== undefined) span.setAttribute(ATTR_SERVER_ADDRESS, serverAddress);
      if (serverPort !== undefined) span.setAttribute(ATTR_SERVER_PORT, serverPort);
      open.set(message, span);
    },
    end() {},
    asyncStart() {},
    asyncEnd: end,
    error(message: object) {
      open.get(message)?.setStatus({ code: SpanStatusCode.ERROR });
    },
  };
  channel.subscribe(subscriber);
  return () => {
    channel.unsubscribe(subscriber);
  };
}
