import { removeOldest, type Retention } from '@bunting/retention';

const hourMs = 60 * 60 * 1000;

/** The retention of tombstones, which are removed when every evaluator must have seen them. */
export const tombstones: Retention = {
  rows: 'tombstones',
  keepMs: 24 * hourMs,
  remove: removeOldest({
    table: 'datafile_fragment',
    time: 'written_at',
    where: 'document IS NULL',
    key: 'ctid',
  }),
};

/** An environment that was not compared with PostgreSQL for longer may have missed tombstones, so it is read whole. */
export const maxAbsenceMs = 12 * hourMs;
