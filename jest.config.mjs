/** @type {import('jest').Config} */
const everywhere = {
  roots: [
    '<rootDir>/packages',
    '<rootDir>/services',
    '<rootDir>/contract',
    '<rootDir>/k8s',
    '<rootDir>/deploy',
    '<rootDir>/local',
    '<rootDir>/release',
    '<rootDir>/tools',
    '<rootDir>/fuzz',
  ],
  // Node.js loads the modules, in a realm that the suites of a worker share: docs/adr/0052.
  runtime: '<rootDir>/packages/testing/jest/native-runtime.mjs',
  testEnvironment: '<rootDir>/packages/testing/jest/native-environment.mjs',
  transform: {},
  injectGlobals: false,
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data/'],
};

/** Servers start when a test asks for them. */
const withServers = {
  ...everywhere,
  globalSetup: '<rootDir>/packages/testing/jest/set-up.mjs',
  globalTeardown: '<rootDir>/packages/testing/jest/tear-down.mjs',
};

/** The slow tests that rarely break (`npm run test:release`). The name of a file says that it is one, so that no list can forget it. */
const ofRelease = '**/test/**/*.release.test.ts';

/** These run after all others of their run. The runner sorts them. */
const alone = {
  /** They measure processor time and bytes of processes. Each keeps about one core busy. */
  inPairs: [
    '<rootDir>/fuzz/test/measure.release.test.ts',
    '<rootDir>/fuzz/test/fuzz.release.test.ts',
    '<rootDir>/services/eval-api/test/load/full-environment.release.test.ts',
    '<rootDir>/services/eval-api/test/failures/hostile-datafiles.release.test.ts',
  ],
  /** It needs the machine for itself: no request may fail while processes start under load. */
  single: '<rootDir>/local/test/roll-out.release.test.ts',
  /** It reads the logs of all others, in both runs. */
  last: '<rootDir>/local/test/logs.test.ts',
};

/** The slow tests that `.ci/run` runs, too: accepted data survives kills, and a backup restores all of it. */
const ofEveryRun = [
  '**/services/webhook-dispatcher/test/crashes.release.test.ts',
  '**/services/ingest-api/test/kills.release.test.ts',
  '**/services/settings-api/test/change-requests/scheduled.release.test.ts',
  '**/local/test/backup/backup.release.test.ts',
];
/**
 * `.ci/run` leaves out the others unless LONG_TESTS is on, as in .github/workflows/test.yml. They build and install what a release consists of,
 * run on other compilers, another Node.js or in several tabs, try hostile and random input, or measure for minutes.
 */
const withoutLong = process.env.LONG_TESTS === 'off';

const runner = ['<rootDir>/packages/testing/jest/alone-runner.mjs', alone];

/** @type {import('jest').Config} */
export default {
  // tools/test.mjs says which of them `npm test` and `npm run test:release` run.
  projects: [
    // Beside the sources: no server, no build, no program but Node.js.
    { ...everywhere, displayName: 'unit', testMatch: ['**/src/**/*.test.ts', '**/web/**/*.test.ts'] },
    {
      ...withServers,
      displayName: 'integration',
      testMatch: ['**/test/**/*.test.ts', `!${ofRelease}`],
      testPathIgnorePatterns: ['/node_modules/', alone.last],
    },
    {
      ...withServers,
      displayName: 'release',
      testMatch: withoutLong ? ofEveryRun : [ofRelease],
      testPathIgnorePatterns: ['/node_modules/', ...alone.inPairs, alone.single],
    },
    {
      ...withServers,
      displayName: 'alone',
      testMatch: [...alone.inPairs, alone.single],
      testPathIgnorePatterns: withoutLong ? ['/'] : ['/node_modules/'],
      runner,
    },
    { ...withServers, displayName: 'last', testMatch: [alone.last], runner },
  ],
  testSequencer: '<rootDir>/packages/testing/jest/test-sequencer.mjs',
  maxWorkers: 5,
  // Node.js frees no module of a suite that has ended: with gigabytes of them a worker does little but look for garbage.
  workerIdleMemoryLimit: '900MB',
  // To give back so much memory may take longer than half a second while all processors are busy.
  workerGracefulExitTimeout: 10_000,
  testTimeout: 120_000,
};
