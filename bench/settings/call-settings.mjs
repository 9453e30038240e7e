import { once } from 'node:events';
import { request } from 'node:http';

/**
 * Creates `call(method, path, json)`, which sends a request to settings-api on `port` and returns the JSON of the response. It throws if the
 * request fails.
 */
export function callSettings({ port, agent, token }) {
  return async (method, path, json) => {
    const text = json === undefined ? '' : JSON.stringify(json);
    const headers = { Authorization: `Bearer ${token}`, 'Content-Length': Buffer.byteLength(text) };
    const outgoing = request({ agent, port, method, path, headers });
    outgoing.end(text);
    const [incoming] = await once(outgoing, 'response');
    let received = '';
    for await (const chunk of incoming.setEncoding('utf8')) received += chunk;
    if (incoming.statusCode >= 300) throw new Error(`${method} ${path}: ${incoming.statusCode} ${received}`);
    return received === '' ? undefined : JSON.parse(received);
  };
}
