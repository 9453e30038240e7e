import { createServer } from 'node:net';
import { Failure } from './failure.ts';

/** Says which port is taken, and which variable moves it, before anything is started. */
export async function refuseTakenPorts(
  ports: readonly (readonly [variable: string, port: number])[],
): Promise<void> {
  const problems = await Promise.all(ports.map(([variable, port]) => problemOf(variable, port)));
  const found = problems.filter((problem) => problem !== undefined);
  if (found.length > 0) throw new Failure(found.join('\n'));
}

function problemOf(variable: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is taken' : `cannot be opened (${error.message})`;
      resolve(`Port ${port} ${why}: stop what listens there, or set ${variable} to another port.`);
    });
    probe.listen(port, () => probe.close(() => resolve(undefined)));
  });
}
