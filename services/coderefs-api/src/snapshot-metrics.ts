import { createFastCounter, type FastCounter, type Registry } from '@bunting/observability';

/** Counts the snapshots that were stored, by outcome: changed, same. */
export function createSnapshotCounter(registry: Registry): FastCounter {
  return createFastCounter({
    registry,
    name: 'code_reference_snapshots_total',
    help: 'Stored code reference snapshots, by outcome (changed or same).',
    label: 'outcome',
  });
}
