import type { TraceVerifier, VerifiedTrace } from '@bunting/evaluation-trace';
import type { ReadEvent } from './read-events.ts';
import type { NewEvent } from './storing/event-rows.ts';

/**
 * Verifies traces. One that is forged, expired, or of another environment, variable or variation is ignored silently
 * (contract §3.2).
 */
export function verifyTraces(
  events: readonly ReadEvent[],
  environmentId: string,
  traces: TraceVerifier,
): readonly NewEvent[] {
  return events.map((event) => {
    const trace = traceOf(event, environmentId, traces);
    return trace === undefined ? event : { ...event, trace };
  });
}

function traceOf(
  { evaluationTrace, variableId, variationId }: ReadEvent,
  environmentId: string,
  traces: TraceVerifier,
): VerifiedTrace | undefined {
  if (evaluationTrace == null) return undefined;
  return traces.verify(evaluationTrace, { environmentId, variableId, variationId });
}
