export {
  createTraceSigner,
  createTraceVerifier,
  type TraceSigner,
  type TraceSubject,
  type TraceVerifier,
  type VerifiedTrace,
} from './trace.ts';
