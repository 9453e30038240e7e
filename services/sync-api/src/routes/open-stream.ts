import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createShares } from '@bunting/async';
import { errors, HttpError } from '@bunting/service';
import { toNetwork } from '@bunting/service/client-address';
import type { RequestHandler } from 'express';
import type { Dependencies } from '../dependencies.ts';
import type { StreamRefusal } from '../streams/stream-metrics.ts';

/** The time that a stream waits for PostgreSQL when its client knows a later version than this process. */
const refreshMs = 250;

/** `GET /v1/stream`. */
export interface OpenStream {
  /** Opens a stream, or passes the request on to `next`, where `refuse` answers it. */
  open(req: IncomingMessage, res: ServerResponse, next: RequestListener): Promise<void>;
  /** Answers why a stream was not opened. A request that did not ask for one goes on. */
  readonly refuse: RequestHandler;
}

/** Opens streams for keys of every kind, as far as there is room (decisions §8.4). */
export function createOpenStream(dependencies: Dependencies): OpenStream {
  const { environments, callers, admit, streams, streamMetrics } = dependencies;
  const refusals = new WeakMap<IncomingMessage, Error>();
  // Shares of streams that are open or being opened.
  const organisations = createShares({
    total: dependencies.maxStreams,
    share: dependencies.maxStreamsPerOrganisation,
    refusals: { share: tooManyOfOrganisation, total: errors.tooManyStreams },
  });
  const addresses = createShares({
    total: Infinity,
    share: dependencies.maxStreamsPerAddress,
    refusals: { share: errors.tooManyStreamsOfAddress, total: errors.tooManyStreams },
  });

  /** Returns what gives the stream's shares back. */
  function take(organisationId: string, address: string | undefined): () => void {
    if (address !== undefined) addresses.take(address);
    const releaseAddress = () => address !== undefined && addresses.release(address);
    try {
      organisations.take(organisationId);
    } catch (error) {
      releaseAddress();
      throw error;
    }
    return () => {
      organisations.release(organisationId);
      releaseAddress();
    };
  }

  async function tryToOpen(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let caller = await callers.identify(req, res);
    const { environment, kind, address } = caller;
    const { organisation } = environment.access;
    const giveBack = take(organisation.id, address === undefined ? undefined : toNetwork(address));
    try {
      await admit(organisation, { identities: [], isClient: kind === 'client' });
      const since = readSince(req);
      if (since !== undefined) await environments.reach(environment, since, refreshMs);
      // The environment may have been evicted, and the key revoked, meanwhile.
      if (environment.isEvicted) caller = await callers.again(caller, req);
      const { environmentId } = caller.environment;
      if (!environments.isOpenedBy(environmentId, caller.keyHash)) throw errors.invalidApiKey;
      // A connection whose first answer never ends must not collect requests that wait for theirs.
      if (res.socket === null) req.socket.destroy();
      if (res.destroyed || res.socket === null) giveBack();
      else streams.open(res, { key: caller, since, onClose: giveBack });
    } catch (error) {
      giveBack();
      throw error;
    }
  }

  return {
    async open(req, res, next) {
      try {
        await tryToOpen(req, res);
      } catch (error) {
        streamMetrics.onRefused(reasonOf(error));
        refusals.set(req, error as Error);
        next(req, res);
      }
    },
    refuse: (req, _res, next) => next(refusals.get(req)),
  };
}

const tooManyOfOrganisation = errors.organisationShareExceeded("this process's streams", {
  retryAfterSeconds: 60,
});

const versionPattern = /^\d{1,15}$/;
const sinceParameter = /[?&]since=(\d{1,15})(?:&|$)/;

/** Reads the version that the client knows. Anything else counts as absent. */
function readSince(req: IncomingMessage): number | undefined {
  const header = req.headers['last-event-id'];
  if (typeof header === 'string' && versionPattern.test(header)) return Number(header);
  const [, since] = sinceParameter.exec(req.url!) ?? [];
  return since === undefined ? undefined : Number(since);
}

function reasonOf(error: unknown): StreamRefusal {
  if (error === errors.tooManyStreams) return 'connections';
  if (error === tooManyOfOrganisation) return 'share';
  if (error === errors.tooManyStreamsOfAddress) return 'address';
  if (!(error instanceof HttpError)) return 'unavailable';
  if (error.status === 429) return 'rate';
  if (error.code?.startsWith('organisation_')) return 'organisation';
  return error.status === 401 || error.status === 403 ? 'key' : 'unavailable';
}
