export {
  type RequestKind,
  requestKinds,
  batchFormat,
  type EvaluationBatch,
  indexOfReason,
  maxCellsPerBatch,
  maxPublicUnknownKeys,
  maxStoredCount,
  maxUnknownKeys,
  nameOfUnknownKey,
  otherKeys,
  readStoredCells,
  readStoredUnknownKeys,
  type StoredCell,
  type StoredUnknownKey,
  type UnknownKeyCount,
} from './batch.ts';
export { evaluationCountFields } from './count-fields.ts';
export { type EvaluationCounts, openEvaluationCounts } from './open-evaluation-counts.ts';
