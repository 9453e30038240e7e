export {
  createTraceSigner,
  createTraceVerifier,
  type ServedVariation,
  type TraceSigner,
  type TraceSubject,
  type TraceVerifier,
  type VerifiedTrace,
} from './trace.ts';
