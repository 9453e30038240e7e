import TestRunner from 'jest-runner';

/**
 * A runner for the files that run after all others: Jest lets runners follow each other. Files whose path contains one of
 * `inPairs` come first, two at a time; then the others, one by one with nothing beside them.
 */
export default class AloneRunner extends TestRunner {
  constructor(globalConfig, context, { inPairs }) {
    super({ ...globalConfig, maxWorkers: Math.min(globalConfig.maxWorkers, 2) }, context);
    this.inPairs = inPairs;
  }

  async runTests(tests, watcher, { serial }) {
    const isPaired = ({ path }) => this.inPairs.some((name) => path.includes(name));
    const paired = tests.filter(isPaired);
    if (paired.length > 0) await super.runTests(paired, watcher, { serial });
    const others = tests.filter((test) => !isPaired(test));
    await super.runTests(others, watcher, { serial: true });
  }
}
