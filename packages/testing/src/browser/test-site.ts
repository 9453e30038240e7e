import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { startTestReceiver, type Received } from '../receivers/test-receiver.ts';

/** A server of pages. */
export interface TestSite {
  /** Such as `http://127.0.0.1:41234`. Other names for it end in `.test`: `http://shop.test:41234`. */
  readonly url: string;
  readonly port: number;
  /** The requests so far. */
  readonly received: readonly Received[];
  stop(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

/**
 * Serves pages on this machine: by its path the text of each, or, if the path ends with a slash, the files directly in a folder. Pages of every origin may
 * import the files, those in a sandbox, too.
 */
export async function startTestSite(pages: Readonly<Record<string, string | URL>>): Promise<TestSite> {
  const find = async (path: string): Promise<{ type: string; text: string | Buffer }> => {
    const page = pages[path];
    if (typeof page === 'string') return { type: types['.html']!, text: page };
    const folder = pages[path.slice(0, path.lastIndexOf('/') + 1)];
    if (!(folder instanceof URL)) throw new Error(`There is no page ${path}.`);
    const name = path.slice(path.lastIndexOf('/') + 1);
    return { type: types[extname(name)] ?? 'text/plain', text: await readFile(new URL(name, folder)) };
  };
  const receiver = await startTestReceiver(async (res, { path }) => {
    try {
      const { type, text } = await find(path.split('?')[0]!);
      res.setHeader('Content-Type', type);
      res.setHeader('Access-Control-Allow-Origin', '*');
      res.setHeader('Cache-Control', 'no-store');
      res.end(text);
    } catch {
      res.writeHead(404).end();
    }
  });
  const { port, received } = receiver;
  return { url: `http://127.0.0.1:${port}`, port, received, stop: () => receiver.stop() };
}
