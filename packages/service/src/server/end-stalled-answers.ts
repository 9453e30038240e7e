import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What is taken in that time at the least, unless it was all: 10 KiB a second of an honest client that is far away. */
const leastBytesTaken = 512 * 1024;

interface Sending {
  readonly since: number;
  /** Bytes that the client had taken then. */
  readonly taken: number;
}

/**
 * Ends connections whose answers nobody reads: a client that takes neither all nor half a megabyte of what waits for it within
 * `stallMs` is cut off, and what waited goes with it. Node's own time-outs end with the request, and one for inactivity
 * is begun anew by every byte that a client takes. All connections are looked at a few times within that time, which costs
 * a request nothing. What is idle, or waits for its answer, is none of this one's business.
 */
export function endStalledAnswers(server: Server, stallMs: number): void {
  const sending = new Map<Socket, Sending>();
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      sending.delete(socket);
    });
  });
  const look = () => {
    const now = performance.now();
    for (const socket of sockets) {
      if (socket.writableLength === 0) {
        sending.delete(socket);
        continue;
      }
      const taken = bytesTakenFrom(socket);
      const began = sending.get(socket);
      if (began === undefined || taken - began.taken >= leastBytesTaken) {
        sending.set(socket, { since: now, taken });
      } else if (now - began.since >= stallMs) socket.destroy();
    }
  };
  const timer = setInterval(look, Math.max(10, stallMs / 8)).unref();
  server.once('close', () => clearInterval(timer));
}

/**
 * How far a write has got Node tells nowhere in public: `bytesWritten` counts it when it begins, `writableLength` until it has
 * ended, and an answer is one write. Its own time-out for inactivity asks the same fields.
 */
function bytesTakenFrom(socket: Socket): number {
  const { _handle: handle } = socket as unknown as {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
