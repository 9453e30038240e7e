export {
  type Asked,
  askedWays,
  type EvaluationBatch,
  indexOfReason,
  maxCellsPerBatch,
  maxStoredCount,
  maxUnknownKeys,
  nameOfUnknownKey,
  otherKeys,
  readStoredCells,
  readStoredUnknownKeys,
  type StoredCell,
  type StoredUnknownKey,
} from './batch.ts';
export { evaluationCountFields } from './count-fields.ts';
export { type EvaluationCounts, openEvaluationCounts } from './open-evaluation-counts.ts';
