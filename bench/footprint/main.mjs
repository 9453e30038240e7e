// npm run bench:footprint: the memory and processor time of each service, started as its image starts it, with real
// PostgreSQL and Redis: at start, idle, under a load until memory is steady, for the heaviest single request that it accepts, and
// for environments in memory. docs/operate/sizing.md and the limits in k8s/ use these figures.
// Names of services: these alone.
// `--limits` instead checks that each service survives its heaviest loads in a control group with the memory limit of k8s/.
import { describePinning, otherCores, pin } from '../evaluate/processes.mjs';
import { installNode, readVersion } from './image.mjs';
import { startFootprint } from './installation.mjs';
import { tryLimits } from './limits.mjs';
import { measureEnvironments } from './environments.mjs';
import { measureMigration } from './migration.mjs';
import { measureServices } from './services.mjs';
import { printFigures } from './report.mjs';

pin(process.pid, otherCores);
const node = installNode();
const startedAt = performance.now();
const installation = await startFootprint();
try {
  console.log(`Node.js ${readVersion(node)}; ${describePinning()}.`);
  if (process.argv.includes('--limits')) {
    await tryLimits(installation, node);
  } else {
    const names = process.argv.slice(2);
    const figures = await measureServices(installation, node, names);
    if (names.length === 0) {
      figures.push(...(await measureEnvironments(installation, node)));
      figures.push(...(await measureMigration(installation, node)));
    }
    printFigures(figures);
  }
} finally {
  await installation.stop();
}
console.log(`${Math.round((performance.now() - startedAt) / 1000)} s in all.`);
process.exit(process.exitCode ?? 0);
