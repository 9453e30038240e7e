/**
 * PostgreSQL refuses to run as root. If root starts it, it runs as an unprivileged user, who may not be able to read the
 * checkout or the data directory, for example below /root. In that case a copy of the programs and the data are kept under
 * /var/lib/bunting, and the data directory is a symbolic link to the data.
 */
import { spawnSync } from 'node:child_process';
import {
  chmod,
  chown,
  cp,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
} from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Failure } from '../failure.ts';

/** The user and the group of the operating system that a server runs as. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

const dataFolder = '/var/lib/bunting';

/** Returns the user that PostgreSQL runs as, or undefined for the user of this process, unless that is root. */
export async function findIdentity(dataDir: string): Promise<Identity | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(join(dataDir, 'cluster')).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  if (!lookUp('postgres')) spawnSync('useradd', ['--system', '--user-group', 'postgres']);
  const identity = lookUp('postgres') ?? lookUp('nobody');
  if (identity) return identity;
  throw new Failure('PostgreSQL can\'t run as root: create a system user "postgres", or set DATABASE_URL.');
}

/** Returns the folder of the programs, or of a copy that the identity can run. */
export async function reachablePrograms(programs: string, identity: Identity | undefined): Promise<string> {
  const runs = (folder: string) =>
    spawnSync(join(folder, 'postgres'), ['--version'], { ...identity, cwd: '/' }).status === 0;
  if (!identity || runs(programs)) return programs;
  const native = resolve(programs, '..');
  const manifest = await readFile(join(native, '../package.json'), 'utf8');
  const { name, version } = JSON.parse(manifest) as { name: string; version: string };
  // Each version has its own copy.
  const copy = join(await makeDataFolder(), `postgresql-${basename(name)}@${version}`);
  if (runs(join(copy, 'bin'))) return join(copy, 'bin');
  const draft = await mkdtemp(`${copy}-`);
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await chownAll(draft, identity);
  await rm(copy, { recursive: true, force: true });
  await rename(draft, copy);
  return join(copy, 'bin');
}

/** Creates `dataDir` so that the identity can write to it. Returns it, or the directory that it links to. */
export async function reachableDirectory(dataDir: string, identity: Identity | undefined): Promise<string> {
  const found = await lstat(dataDir).catch(() => undefined);
  if (found?.isSymbolicLink()) {
    const target = await realpath(dataDir).catch(() => undefined);
    if (target !== undefined) return target;
    await rm(dataDir); // its target does not exist any more
  }
  await mkdir(dataDir, { recursive: true });
  if (!identity) return dataDir;
  await chown(dataDir, identity.uid, identity.gid);
  const isReachable = spawnSync('test', ['-w', dataDir], { ...identity, cwd: '/' }).status === 0;
  if (isReachable) return dataDir;
  await rmdir(dataDir).catch(() => {
    throw new Failure(
      `PostgreSQL's user can't access ${dataDir}: change the permissions of its parent folders, or set DATA_DIR.`,
    );
  });
  const inDataFolder = await mkdtemp(join(await makeDataFolder(), 'data-'));
  await chown(inDataFolder, identity.uid, identity.gid);
  await symlink(inDataFolder, dataDir);
  return inDataFolder;
}

async function makeDataFolder(): Promise<string> {
  await mkdir(dataFolder, { recursive: true });
  await chmod(dataFolder, 0o755); // mkdir applies the umask
  return dataFolder;
}

function lookUp(user: string): Identity | undefined {
  const id = (flag: string) => spawnSync('id', [flag, user], { encoding: 'utf8' }).stdout.trim();
  const [uid, gid] = [id('-u'), id('-g')];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

async function chownAll(folder: string, { uid, gid }: Identity): Promise<void> {
  await lchown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid);
}
