/** The part of a system that says how programs are installed. */
export interface System {
  /** `process.platform`. */
  readonly platform: string;
  /** The text of /etc/os-release; empty = there is none. */
  readonly osRelease: string;
  readonly isRoot: boolean;
}

/** Package managers by the names that os-release gives to a system and to those that it is like. */
const installers: readonly {
  readonly names: readonly string[];
  readonly command: string;
  readonly asRoot: string;
}[] = [
  { names: ['debian', 'ubuntu'], command: 'apt-get install redis-server', asRoot: 'sudo' },
  { names: ['rhel'], command: 'dnf install redis', asRoot: 'sudo' },
  // Fedora has Valkey in place of Redis.
  { names: ['fedora'], command: 'dnf install valkey', asRoot: 'sudo' },
  { names: ['alpine'], command: 'apk add redis', asRoot: 'doas' },
  { names: ['arch'], command: 'pacman -S valkey', asRoot: 'sudo' },
  { names: ['suse', 'opensuse'], command: 'zypper install redis', asRoot: 'sudo' },
];

/** Returns the command that installs Redis on a system; undefined = it has a package manager that is not known here. */
export function getRedisCommand({ platform, osRelease, isRoot }: System): string | undefined {
  if (platform === 'darwin') return 'brew install redis';
  // The system itself comes before those that it is like: Fedora is like none, Red Hat Enterprise Linux is like Fedora.
  const names = [...readNames(osRelease, 'ID'), ...readNames(osRelease, 'ID_LIKE')];
  const known = names.map((name) => installers.find((installer) => installer.names.includes(name)));
  const installer = known.find((found) => found !== undefined);
  if (installer === undefined) return undefined;
  const { command, asRoot } = isNewerRhel(installer.names, osRelease)
    ? { ...installer, command: 'dnf install valkey' }
    : installer;
  return isRoot ? command : `${asRoot} ${command}`;
}

/** Returns whether it is Red Hat Enterprise Linux 10 or newer, which has Valkey in place of Redis. */
function isNewerRhel(names: readonly string[], osRelease: string): boolean {
  return names.includes('rhel') && Number.parseInt(readNames(osRelease, 'VERSION_ID')[0] ?? '', 10) >= 10;
}

/** Returns the words of a line of os-release: `ID_LIKE="rhel fedora"`. */
function readNames(osRelease: string, name: string): string[] {
  const [, value = ''] = new RegExp(`^${name}=(.*)$`, 'm').exec(osRelease) ?? [];
  return value.replaceAll(/["']/g, '').trim().split(/\s+/).filter(Boolean);
}
