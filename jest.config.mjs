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

/**
 * Tests that measure their processes run when the rest has ended, two at a time. Each keeps about one core busy, and
 * measures processor time and bytes.
 */
const measuring = [
  '<rootDir>/fuzz/test/measure.test.ts',
  '<rootDir>/fuzz/test/fuzz.test.ts',
  '<rootDir>/services/eval-api/test/load/full-environment.test.ts',
  '<rootDir>/services/eval-api/test/failures/hostile-datafiles.test.ts',
];
/** This test needs the machine for itself: no request may fail while processes start under load. */
const alone = '<rootDir>/local/test/roll-out.test.ts';
/** This test reads the logs of all others. */
const last = '<rootDir>/local/test/logs.test.ts';

/** @type {import('jest').Config} */
export default {
  projects: [
    // Beside the sources: no server, no build, no program but Node.js.
    { ...everywhere, displayName: 'unit', testMatch: ['**/src/**/*.test.ts', '**/web/**/*.test.ts'] },
    {
      ...withServers,
      displayName: 'integration',
      testMatch: ['**/test/**/*.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...measuring, alone, last],
    },
    {
      ...withServers,
      displayName: 'alone',
      testMatch: [...measuring, alone, last],
      runner: [
        '<rootDir>/packages/testing/jest/alone-runner.mjs',
        { inPairs: measuring.map((path) => path.replace('<rootDir>', '')) },
      ],
    },
  ],
  testSequencer: '<rootDir>/packages/testing/jest/test-sequencer.mjs',
  maxWorkers: 5,
  // Node.js frees no module of a suite that has ended: with gigabytes of them a worker does little but look for garbage.
  workerIdleMemoryLimit: '900MB',
  // To give back so much memory may take longer than half a second while all processors are busy.
  workerGracefulExitTimeout: 10_000,
  testTimeout: 120_000,
};
