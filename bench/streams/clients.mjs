// Opens streams and counts of what they are notified. A process of its own, so that it and the measured service do not wait for each other.
import { connect } from 'node:net';

const key = process.argv[2];
const sockets = [];
/** When each stream was notified of a version: version → milliseconds since 1970. */
let notified = new Map();

process.on('message', (message) => void answer(message));

async function answer({ open, ports, version, count }) {
  if (open !== undefined) {
    for (let opened = 0; opened < open; opened += 100) {
      const some = Array.from({ length: Math.min(100, open - opened) }, (_, n) =>
        openStream(ports[(opened + n) % ports.length]),
      );
      await Promise.all(some);
    }
    process.send({ opened: sockets.length });
  } else {
    await until(() => (notified.get(version)?.length ?? 0) >= count);
    process.send({ times: notified.get(version) });
    notified = new Map();
  }
}

function openStream(port) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.setEncoding('latin1');
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('A stream ended.')));
    socket.on('data', (text) => {
      if (text.startsWith('HTTP/1.1 200')) resolve();
      for (const [, version] of text.matchAll(/"etag":"v(\d+)"/g)) {
        const times = notified.get(Number(version)) ?? [];
        times.push(performance.timeOrigin + performance.now());
        notified.set(Number(version), times);
      }
    });
    socket.write(`GET /v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\n\r\n`);
  });
}

async function until(isSo) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5));
}
