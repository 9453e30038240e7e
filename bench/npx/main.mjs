// npm run bench:npx -- ARCHIVE: the time and the processor time of `npx bunting` until its first answer, from the archive of a release.
// Cold: an empty home directory, so that npm downloads PostgreSQL and the database is created. Installed: without data. Warm: with data. Linux only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [path] = process.argv.slice(2);
const archive = resolve(process.env.INIT_CWD ?? '.', path ?? '');
if (path === undefined || !existsSync(archive)) {
  console.error('Which archive? Run npm run bench:npx -- dist/release/VERSION/npm/bunting-VERSION.tgz');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'bunting-npx-'));
chmodSync(folder, 0o755); // for the user that PostgreSQL runs as
const home = join(folder, 'home');
mkdirSync(home);
try {
  console.log(`Archive: ${(statSync(archive).size / 1e6).toFixed(1)} MB`);
  print('Cold', await measure());
  rmSync(join(home, '.bunting'), { recursive: true });
  print('Installed', await measure());
  print('Warm', await measure());
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Starts it, and stops it when it has printed its answer. Returns the time and the processor time until then, in seconds. */
async function measure() {
  const env = { PATH: process.env.PATH, HOME: home, PORT: '18080' };
  const startedAt = performance.now();
  const child = spawn('npx', ['--yes', '--package', archive, '--', 'bunting'], {
    env,
    cwd: folder,
    detached: true,
  });
  let output = '';
  let figures;
  const onOutput = (chunk) => {
    output += chunk;
    if (figures !== undefined || !output.includes('Press Ctrl-C')) return;
    figures = { readyS: (performance.now() - startedAt) / 1000, processorS: processorTimeOf(child.pid) };
    process.kill(-Number(child.pid), 'SIGINT');
  };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', onOutput);
  await once(child, 'close');
  if (figures === undefined) throw new Error(`It ended before it was ready:\n${output}`);
  return figures;
}

/** Returns the processor time of a process, of those below it, and of those that have ended there, in seconds. */
function processorTimeOf(top) {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const found = processes.flatMap((id) => {
    try {
      // proc(5): the name may contain spaces; the state follows its parenthesis.
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      return [
        { id: Number(id), parent: fields[1], ticks: fields[11] + fields[12] + fields[13] + fields[14] },
      ];
    } catch {
      return []; // it has ended
    }
  });
  const sum = (id) => {
    const own = found.find((each) => each.id === id)?.ticks ?? 0;
    return found.filter(({ parent }) => parent === id).reduce((total, each) => total + sum(each.id), own);
  };
  return sum(top) / 100;
}

function print(name, { readyS, processorS }) {
  console.log(
    `${name}: ${readyS.toFixed(1)} s to the first answer, ${processorS.toFixed(1)} s of processor time`,
  );
}
