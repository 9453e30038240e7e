import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { withTimeout } from '@bunting/async';
import { DatafileUnavailable } from '@bunting/datafile';
import { createCounter, type Registry } from '@bunting/observability';
import { errors, type HttpError, matchesEtag } from '@bunting/service';
import type { Request, RequestHandler, Response } from 'express';
import type { Dependencies } from '../dependencies.ts';

/** The time that a request waits for PostgreSQL to confirm that the client has the latest version. */
const refreshMs = 250;
/** Bytes, as sent, for one token of the organisation's rate. */
const bytesPerToken = 64 * 1024;

/** Creates `GET /v1/datafile` (decisions §8.4). */
export function createSendDatafile(dependencies: Dependencies & { registry: Registry }): RequestHandler {
  const { environments, callers, admit, charge, datafiles, registry } = dependencies;
  const requests = createCounter(registry, {
    name: 'datafile_requests_total',
    help: 'Datafile responses, by extent: whole, delta, or unchanged.',
    labelNames: ['extent'],
  });

  return async function sendDatafile(req, res) {
    const caller = await callers.identify(req, res, ['datafile']);
    let { environment } = caller;
    const since = readNumber(req.url, 'since', errors.sinceInvalid);
    const evaluator = readNumber(req.url, 'evaluator', errors.evaluatorInvalid) ?? 1;
    await admit(environment.access.organisation, { identities: [] });
    const isCurrent = () =>
      since === environment.version || matchesEtag(req.headers['if-none-match'], tagOf(environment.version));
    // Another process may have notified the client of a version that this one has not heard of yet.
    if (isCurrent() || (since !== undefined && since > environment.version)) {
      await settle(environments.refresh(environment.environmentId), refreshMs);
    }
    if (environment.isEvicted) ({ environment } = await callers.again(caller, req));
    res.setHeader('Cache-Control', 'private, no-cache');
    res.vary('Accept-Encoding');
    if (isCurrent()) {
      requests.inc({ extent: 'unchanged' });
      res.setHeader('ETag', tagOf(environment.version));
      res.writeHead(304).end();
      return;
    }
    const datafile = await datafiles.get(environment, since, evaluator).catch(rethrow);
    if (datafile === undefined) throw errors.invalidApiKey;
    requests.inc({ extent: datafile.extent });
    const encoding = encodingOf(req);
    const bytes = await datafile.read(encoding ?? 'gzip').catch(rethrow);
    charge(caller, { tokens: Math.floor(bytes.byteLength / bytesPerToken), addressTokens: 0 });
    res.setHeader('ETag', tagOf(datafile.version));
    res.setHeader('Content-Type', 'application/json');
    if (encoding === undefined) return sendDecompressed(res, bytes);
    res.writeHead(200, { 'Content-Encoding': encoding, 'Content-Length': bytes.byteLength });
    res.end(bytes);
  };
}

function tagOf(version: number): string {
  return `"v${version}"`;
}

function encodingOf(req: Request): 'br' | 'gzip' | undefined {
  const accepted = req.acceptsEncodings('br', 'gzip', 'identity');
  return accepted === 'br' || accepted === 'gzip' ? accepted : undefined;
}

/** Decompresses as fast as the client reads, so that the plain text is never in memory as a whole. */
async function sendDecompressed(res: Response, gzipped: Buffer): Promise<void> {
  const gunzip = createGunzip();
  gunzip.end(gzipped);
  // A client that goes away is no failure.
  await pipeline(gunzip, res).catch(() => {});
}

function readNumber(url: string, name: string, error: HttpError): number | undefined {
  const query = url.indexOf('?');
  const given = new URLSearchParams(query === -1 ? '' : url.slice(query + 1)).getAll(name);
  if (given.length === 0) return undefined;
  if (given.length > 1 || !/^\d{1,15}$/.test(given[0]!)) throw error;
  return Number(given[0]);
}

function rethrow(error: unknown): never {
  throw error instanceof DatafileUnavailable ? errors.unavailable : error;
}

/** Waits until the work has succeeded or failed, or for `maxMs`. Never rejects. */
async function settle(work: Promise<unknown>, maxMs: number): Promise<void> {
  await withTimeout(work, maxMs, 'The work').catch(() => {});
}
