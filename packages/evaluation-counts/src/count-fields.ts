import { flag, integer } from '@bunting/config';

/** The environment variables of services that count evaluations. */
export const evaluationCountFields = {
  EVALUATION_COUNTS_DISABLED: flag({
    default: false,
    description: 'evaluations are counted for metrics alone; nothing is stored',
  }),
  EVALUATION_COUNT_INTERVAL_MS: integer({
    default: 60_000,
    min: 1_000,
    max: 3_600_000,
    description: 'how often counts of evaluations are stored: what a process loses at most when it is killed',
  }),
};
