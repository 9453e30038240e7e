import type { Context, Tracer } from '@opentelemetry/api';

/** Creates spans and knows the current one. It registers nothing globally, so other code in the process is not traced. */
export interface Spans {
  readonly tracer: Tracer;
  /** Returns the context of the running work, or `undefined` outside of any span. */
  current(): Context | undefined;
  within<T>(context: Context, work: () => T): T;
}
