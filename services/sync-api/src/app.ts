import type { RequestListener } from 'node:http';
import type { Registry } from '@bunting/observability';
import { createServiceApp, methodNotAllowed, type ServiceAppOptions } from '@bunting/service';
import type { Dependencies } from './dependencies.ts';
import { createOpenStream } from './routes/open-stream.ts';
import { createSendDatafile } from './routes/send-datafile.ts';

export interface AppOptions extends Dependencies, ServiceAppOptions {
  readonly registry: Registry;
}

/**
 * Creates the route table. Streams are opened in front of Express, which would keep several kB of each; Express answers refused ones.
 */
export function createApp(options: AppOptions): RequestListener {
  const openStream = createOpenStream(options);
  const webApp = createServiceApp({
    ...options,
    takesClientKeys: true,
    addRoutes(app) {
      app.get('/v1/datafile', createSendDatafile(options));
      app.all('/v1/datafile', methodNotAllowed('GET, HEAD'));
      app.get('/v1/stream', openStream.refuse);
      app.all('/v1/stream', methodNotAllowed('GET'));
    },
  });
  return (req, res) => {
    if (req.method === 'GET' && isStream(req.url!)) void openStream.open(req, res, webApp);
    else webApp(req, res);
  };
}

const streamPath = '/v1/stream';

/** Returns whether the target is the stream. A proxy may send the whole URL (RFC 9112 §3.2.2). */
function isStream(target: string): boolean {
  const url = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  return url.startsWith(streamPath) && (url.length === streamPath.length || url[streamPath.length] === '?');
}
