import { createTally, type Registry, type Tally } from '@bunting/http';

/** Snapshots taken in, by outcome: changed, same. */
export function createSnapshotTally(registry: Registry): Tally {
  return createTally({
    registry,
    name: 'code_reference_snapshots_total',
    help: 'Snapshots of code references that were taken in, by outcome (changed or same).',
    label: 'outcome',
  });
}
