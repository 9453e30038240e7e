/** @type {import('jest').Config} */
export default {
  roots: [
    '<rootDir>/packages',
    '<rootDir>/services',
    '<rootDir>/contract',
    '<rootDir>/k8s',
    '<rootDir>/deploy',
    '<rootDir>/local',
  ],
  testMatch: ['**/src/**/*.test.ts', '**/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': ['@swc/jest', { jsc: { target: 'es2022', parser: { syntax: 'typescript' } } }],
  },
  testEnvironmentOptions: { customExportConditions: ['bunting-source', 'node', 'node-addons'] },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/', '<rootDir>/.data/'],
  globalSetup: '<rootDir>/local/jest-setup.mjs',
  globalTeardown: '<rootDir>/local/jest-teardown.mjs',
  maxWorkers: 2,
  testTimeout: 30_000,
};
