import TestRunner from 'jest-runner';

/** Runs one test file after the other. Jest starts a runner when the one before has ended, so no other test runs meanwhile. */
export default class OneByOneRunner extends TestRunner {
  isSerial = true;
}
