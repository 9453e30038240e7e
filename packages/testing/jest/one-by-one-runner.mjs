import TestRunner from 'jest-runner';

/** One file after the other, and nothing beside them: Jest lets runners follow each other. */
export default class OneByOneRunner extends TestRunner {
  isSerial = true;
}
