import { describe, expect, it } from '@jest/globals';
import { getRedisCommand } from './redis-command.ts';

const systems = {
  'Debian 13': 'PRETTY_NAME="Debian GNU/Linux 13 (trixie)"\nVERSION_ID="13"\nID=debian\n',
  'Ubuntu, also in WSL': 'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\n',
  'Linux Mint': 'ID=linuxmint\nID_LIKE="ubuntu debian"\n',
  'Fedora 43': 'NAME="Fedora Linux"\nID=fedora\nVERSION_ID=43\n',
  'Red Hat Enterprise Linux 9': 'ID="rhel"\nID_LIKE="fedora"\nVERSION_ID="9.6"\n',
  'Rocky Linux 10': 'ID="rocky"\nID_LIKE="rhel centos fedora"\nVERSION_ID="10.1"\n',
  'Amazon Linux 2023': 'ID="amzn"\nID_LIKE="fedora"\nVERSION_ID="2023"\n',
  'Alpine 3.22': 'NAME="Alpine Linux"\nID=alpine\nVERSION_ID=3.22.1\n',
  'Arch Linux': 'ID=arch\n',
  openSUSE: 'ID="opensuse-leap"\nID_LIKE="suse opensuse"\n',
};
const onLinux = (name: keyof typeof systems, isRoot = false) =>
  getRedisCommand({ platform: 'linux', osRelease: systems[name], isRoot });

describe('the command that installs Redis', () => {
  it.each([
    ['Debian 13', 'sudo apt-get install redis-server'],
    ['Ubuntu, also in WSL', 'sudo apt-get install redis-server'],
    ['Linux Mint', 'sudo apt-get install redis-server'],
    ['Fedora 43', 'sudo dnf install valkey'],
    ['Red Hat Enterprise Linux 9', 'sudo dnf install redis'],
    ['Rocky Linux 10', 'sudo dnf install valkey'],
    ['Amazon Linux 2023', 'sudo dnf install valkey'],
    ['Alpine 3.22', 'doas apk add redis'],
    ['Arch Linux', 'sudo pacman -S valkey'],
    ['openSUSE', 'sudo zypper install redis'],
  ] as const)('on %s is %s', (name, command) => {
    expect(onLinux(name)).toBe(command);
  });

  it('on macOS is brew install redis', () => {
    expect(getRedisCommand({ platform: 'darwin', osRelease: '', isRoot: false })).toBe('brew install redis');
  });

  it('names no sudo to root', () => {
    expect(onLinux('Alpine 3.22', true)).toBe('apk add redis');
  });

  it('is not known on other systems', () => {
    const system = { platform: 'linux', isRoot: false };
    expect(getRedisCommand({ ...system, osRelease: 'ID=nixos\n' })).toBeUndefined();
    expect(getRedisCommand({ ...system, osRelease: '' })).toBeUndefined();
  });
});
