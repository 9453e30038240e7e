// A process that evaluates one variable repeatedly. On request it reports the duration of the slowest response.
import { connect } from 'node:net';

const { port, key, variable, connections } = JSON.parse(process.argv[2]);
const body = JSON.stringify({ user: { id: 'user-1', email: 'user-1@acme.example', country: 'CA' } });
const request =
  `POST /v1/variables/${variable} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: ${key}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

let latencies = [];
for (let n = 0; n < connections; n++) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let sentAt = 0;
  const send = () => {
    sentAt = performance.now();
    socket.write(request);
  };
  socket.on('connect', send);
  // Responses are small, so each arrives in one piece.
  socket.on('data', (answer) => {
    if (!answer.latin1Slice(0, 12).endsWith('200')) throw new Error(answer.toString());
    latencies.push(performance.now() - sentAt);
    setTimeout(send, 1);
  });
}
process.on('message', (message) => {
  if (message === 'stop') process.exit(0);
  process.send({ worst: Math.max(0, ...latencies) });
  latencies = [];
});
