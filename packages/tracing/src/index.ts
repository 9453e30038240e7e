export { startTracing } from './start-tracing.ts';
export type { EvaluatedVariable, FinishedRequest, Tracing } from './tracing.ts';
export { tracingVariables } from './variables.ts';
