import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { Failure } from '@bunting/embedded-servers';

/**
 * Returns the hosts on which the address listens: HOST, or both loopback addresses, since `localhost` may be either. `::` becomes 0.0.0.0 on
 * a machine without IPv6, because the images set it everywhere.
 */
export function listenHosts(host: string | undefined, addresses = listAddresses()): readonly string[] {
  if (host === '::' && !addresses.some((address) => address.includes(':'))) return ['0.0.0.0'];
  if (host !== undefined) return [host];
  return addresses.includes('::1') ? ['127.0.0.1', '::1'] : ['127.0.0.1'];
}

/** Returns the addresses of this machine. */
function listAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address));
}

/** Returns whether other machines can connect. */
export function isReachableFromNetwork(host: string | undefined): boolean {
  return host !== undefined && host !== '::1' && !/^(::ffff:)?127\./i.test(host);
}

/** Returns the host under which this machine reaches the server, as part of a URL. */
export function hostOfUrl(host: string | undefined): string {
  if (host === undefined || ['0.0.0.0', '::', '127.0.0.1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Returns the address at which this machine reaches the server, as part of a URL: an address, since names may lead elsewhere. */
export function addressOfMachine(host: string | undefined): string {
  // A server on :: also answers IPv4, and the machine may have no IPv6.
  if (host === undefined || host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

/** Says which port is taken, and which variable moves it, before anything is started. */
export async function requireFreePorts(
  ports: readonly (readonly [variable: string, port: number, hosts?: readonly string[]])[],
): Promise<void> {
  const problems = await Promise.all(
    ports.map(async ([variable, port, hosts = ['127.0.0.1']]) => {
      for (const host of hosts) {
        const problem = await problemOf(variable, port, host);
        if (problem !== undefined) return problem;
      }
      return undefined;
    }),
  );
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw new Failure(found.join('\n'));
}

function problemOf(variable: string, port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL') {
        resolve(`${host} isn't an address of this machine: change HOST.`);
        return;
      }
      const why = error.code === 'EADDRINUSE' ? 'is taken' : `can't be opened (${error.message})`;
      resolve(`Port ${port} ${why}: stop the other process, or set ${variable} to another port.`);
    });
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}
