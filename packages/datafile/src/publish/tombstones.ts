import { removeOldest, type Retention } from '@bunting/retention';

const hourMs = 60 * 60 * 1000;

/** Removed when every evaluator must have seen them. */
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

/** What is held, or was being read, without a word from PostgreSQL for longer may lack tombstones: it is read whole. */
export const longestAbsenceMs = 12 * hourMs;
