import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/**
 * Writes what each file of tests came to into the file that RESULTS_FILE names: `[path, passed, failed][]`. Jest's own `--json` writes the
 * errors, too, and fails for one that refers to itself.
 */
export default class ResultsReporter {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
    this.results = [];
  }

  onTestResult({ path }, { numPassingTests, numFailingTests, testExecError }) {
    // A file that cannot be loaded has no tests, but fails.
    const failed = numFailingTests || (testExecError === undefined || testExecError === null ? 0 : 1);
    this.results.push([relative(this.rootDir, path), numPassingTests, failed]);
  }

  onRunComplete() {
    writeFileSync(process.env.RESULTS_FILE, JSON.stringify(this.results));
  }
}
