// The peak memory of the migration job and of the init containers that wait for it. Both end by themselves.
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startNode } from '../evaluate/processes.mjs';
import { printTable } from './report.mjs';
import { memory } from './service.mjs';

const program = fileURLToPath(new URL('../../packages/database/dist/migrate-command.js', import.meta.url));

export async function measureMigration({ stores, pool }, node) {
  await pool.query('CREATE DATABASE fresh');
  const databaseUrl = Object.assign(new URL(stores.postgresUrl), { pathname: '/fresh' }).href;
  const readings = {
    migrate: await highestMemory([program], { node, databaseUrl }),
    'await-migrations': await highestMemory([program, '--wait'], { node, databaseUrl }),
  };
  printTable('At most', Object.fromEntries(Object.entries(readings).map(([name, MiB]) => [name, { MiB }])));
  return Object.entries(readings).map(([name, mebibytes]) => [name.replace('-', '_'), mebibytes, 'MiB']);
}

async function highestMemory(args, { node, databaseUrl }) {
  const child = startNode(args, {
    node,
    env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl },
  });
  child.stdout.resume();
  let highest = 0;
  const watching = setInterval(() => (highest = Math.max(highest, memory(child.pid, 'VmHWM') || 0)), 5);
  const [code] = await once(child, 'exit');
  clearInterval(watching);
  if (code !== 0) throw new Error(`The migration ended with ${code}.`);
  return highest;
}
