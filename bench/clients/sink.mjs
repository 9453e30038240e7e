// A server that takes what clients count. It is a process of its own, so that its work is not counted as theirs.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';

/** Starts the sink. `setDatafile(text)`: its answer to `GET /v1/datafile`. */
export async function startSink() {
  const child = fork(fileURLToPath(import.meta.url), ['serve']);
  const [{ port }] = await once(child, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    async setDatafile(text) {
      child.send({ text });
      await once(child, 'message');
    },
    stop: () => child.kill(),
  };
}

if (process.argv[2] === 'serve' && process.send !== undefined) serve();

function serve() {
  let datafile = '{}';
  process.on('message', ({ text }) => {
    datafile = text;
    process.send({});
  });
  const json = { 'Content-Type': 'application/json' };
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (request.method === 'POST') response.writeHead(202, json).end('{"monthly_active_users":{}}');
      else if (request.url.startsWith('/v1/datafile')) response.writeHead(200, json).end(datafile);
      else response.writeHead(304).end();
    });
  });
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
}
