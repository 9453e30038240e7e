import Sequencer from '@jest/test-sequencer';

/** Slow tests in short files, which start first: by default Jest starts with tests that it knows to be slow, and then with long files. */
const first = [
  'fuzz/test/fuzz.release.test.ts',
  'services/eval-api/test/failures/hostile-datafiles.release.test.ts',
  'deploy/test/images.release.test.ts',
  'tools/test/checks.test.ts',
  'tools/test/newest-lts.release.test.ts',
  'services/webhook-dispatcher/test/crashes.release.test.ts',
  'packages/evaluator/test/hostile.release.test.ts',
  'local/test/start.test.ts',
  'services/webhook-dispatcher/test/many.release.test.ts',
  'services/ingest-api/test/kills.release.test.ts',
  'services/settings-api/test/imports/export-import.test.ts',
  'services/eval-api/test/failures/outages.test.ts',
  'services/sync-api/test/outages.test.ts',
  'services/webhook-dispatcher/test/redis-tls.test.ts',
  'services/webhook-dispatcher/test/shares.test.ts',
  'packages/bootstrap/test/bootstrap-command.test.ts',
  'services/settings-api/test/webhook-endpoints/webhook-test-failures.test.ts',
  'packages/datafile/test/outages.test.ts',
  'local/test/backup/backup.release.test.ts',
];

export default class SlowestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = first.findIndex((name) => path.endsWith(name));
      return index === -1 ? first.length : index;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- Jest's method of that name
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}
