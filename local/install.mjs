// `npm start`, `npm test`, `npm run build` and `npm run docs` begin here, on a machine that has only Node.js. This file may import only
// built-in modules, because the packages are not installed yet.
import { checkNode } from './check-node.mjs';
import { build, installPackages } from './prepare.mjs';
import { exitWithFailure, run, step } from './progress.mjs';

const [command, ...args] = process.argv.slice(2);

const testsOf = ({ testChanged, testEverything, testMost, testRelease, testSome, testUnits }) => ({
  test: args.length === 0 ? testMost : testSome,
  'test:release': testRelease,
  'test:all': testEverything,
  'test:unit': testUnits,
  'test:changed': testChanged,
});

try {
  checkNode();
  await installPackages();
  if (command === 'start') {
    await build([], { mustCheck: false });
    const { start } = await import('./dist/start.js');
    await start(step);
    process.exit();
  } else if (command === 'build') {
    await build(args);
  } else if (command === 'docs') {
    const site = ['docs/node_modules/vitepress/bin/vitepress.js', 'dev', 'docs', '--host', '127.0.0.1'];
    process.exitCode = await run(process.execPath, site);
  } else {
    const tests = await import('../tools/test.mjs');
    process.exitCode = await testsOf(tests)[command](args);
  }
} catch (error) {
  exitWithFailure(error);
}
