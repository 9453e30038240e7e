import { flag, integer } from '@bunting/config';

/** The environment variables of services that count evaluations. */
export const evaluationCountFields = {
  EVALUATION_COUNTS_DISABLED: flag({
    default: false,
    description: 'count evaluations only for metrics; store nothing',
  }),
  EVALUATION_COUNT_INTERVAL_MS: integer({
    default: 60_000,
    min: 1_000,
    max: 3_600_000,
    description: 'how often evaluation counts are stored; a killed process loses at most this much',
  }),
};
