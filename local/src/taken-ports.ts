import { createServer } from 'node:net';
import { Failure } from '@bunting/embedded-servers';

/** Reports ports that are in use, with the variables that change them, before anything is started. */
export async function refuseTakenPorts(
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
        resolve(`${host} is no address of this machine: set HOST to one that is.`);
        return;
      }
      const why = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be opened (${error.message})`;
      resolve(`Port ${port} ${why}: stop what listens there, or set ${variable} to another port.`);
    });
    probe.listen(port, host, () => probe.close(() => resolve(undefined)));
  });
}
