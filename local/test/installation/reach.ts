import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';

/** An address of this machine other than loopback, which other machines can reach; 127.0.0.2 if there is none. */
export const otherAddress =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? '127.0.0.2';

/** Returns whether a connection is accepted there. */
export function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, host, () => resolve(true));
    socket.once('error', () => resolve(false)).once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
