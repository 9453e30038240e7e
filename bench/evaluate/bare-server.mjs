// The reference: a node:http server that only reads and parses the body and sends a response of a given length.
import { createServer } from 'node:http';

const [port, answerBytes] = process.argv.slice(2).map(Number);
const text = JSON.stringify({ key: 'x'.repeat(Math.max(0, answerBytes - '{"key":""}'.length)) });

const server = createServer((req, res) => {
  if (req.method === 'GET') return res.end();
  const chunks = [];
  req.on('data', (chunk) => chunks.push(chunk));
  req.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString());
    if (typeof body.user !== 'object') throw new Error('no user');
    res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) });
    res.end(text);
  });
});
server.listen(port, '127.0.0.1');
