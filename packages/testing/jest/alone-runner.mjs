import TestRunner from 'jest-runner';

/**
 * A runner for the files that run after all others: Jest lets runners follow each other. First come `inPairs`, two at a time; then the
 * others, one by one with nothing beside them; then `last`.
 */
export default class AloneRunner extends TestRunner {
  constructor(globalConfig, context, { inPairs, last }) {
    super({ ...globalConfig, maxWorkers: Math.min(globalConfig.maxWorkers, 2) }, context);
    this.inPairs = inPairs;
    this.last = last;
  }

  async runTests(tests, watcher, { serial }) {
    const isPaired = ({ path }) => isOneOf(path, this.inPairs);
    const paired = tests.filter(isPaired);
    if (paired.length > 0) await super.runTests(paired, watcher, { serial });
    const isLast = ({ path }) => isOneOf(path, [this.last]);
    const others = tests
      .filter((test) => !isPaired(test))
      .toSorted((one, other) => isLast(one) - isLast(other));
    await super.runTests(others, watcher, { serial: true });
  }
}

/** Returns whether the path is one of these patterns of the configuration. */
function isOneOf(path, patterns) {
  return patterns.some((pattern) => path.endsWith(pattern.replace('<rootDir>', '')));
}
