import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The bytes that a client must receive within the time limit, unless the answer is shorter: a slow, distant client receives 10 KiB
 * a second.
 */
const minBytesReceived = 512 * 1024;

interface Sending {
  readonly since: number;
  /** Bytes that the client had received at that time. */
  readonly received: number;
}

/**
 * Closes connections whose answers are not read: a client must receive all or half a megabyte of its answer within `stallMs`. Otherwise the
 * answer stays in memory as long as the client likes. The time-outs of Node.js end with the request, and its time-out for
 * inactivity restarts with every byte that the client receives. All connections are checked a few times within that time,
 * which costs a request nothing. Connections that are idle, or that wait for an answer, are left alone.
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
  const check = () => {
    const now = performance.now();
    for (const socket of sockets) {
      if (socket.writableLength === 0) {
        sending.delete(socket);
        continue;
      }
      const received = bytesReceivedFrom(socket);
      const began = sending.get(socket);
      if (began === undefined || received - began.received >= minBytesReceived) {
        sending.set(socket, { since: now, received });
      } else if (now - began.since >= stallMs) socket.destroy();
    }
  };
  const timer = setInterval(check, Math.max(10, stallMs / 8)).unref();
  server.once('close', () => clearInterval(timer));
}

/**
 * Returns the bytes that the client has received. Node.js has no public interface for the progress of one write: `bytesWritten`
 * counts it when it begins, `writableLength` until it has ended, and an answer is one write. Its own time-out for inactivity
 * reads the same fields (https://github.com/nodejs/node/blob/v20.19.0/lib/net.js, `_onTimeout`).
 */
function bytesReceivedFrom(socket: Socket): number {
  const { _handle: handle } = socket as unknown as {
    _handle?: { bytesWritten: number; writeQueueSize: number } | null;
  };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
