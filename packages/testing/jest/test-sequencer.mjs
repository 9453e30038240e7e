import Sequencer from '@jest/test-sequencer';

/** What takes long though its file is short, and would otherwise begin last: Jest starts with what it knows to be slow, or long. */
const first = [
  'fuzz/test/fuzz.test.ts',
  'services/eval-api/test/hostile-datafiles.test.ts',
  'deploy/test/images.test.ts',
  'tools/test/checks.test.ts',
  'tools/test/newest-lts.test.ts',
  'services/webhook-dispatcher/test/crashes.test.ts',
  'packages/evaluator/test/hostile.test.ts',
  'local/test/start.test.ts',
  'services/webhook-dispatcher/test/many.test.ts',
  'services/ingest-api/test/kills.test.ts',
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
