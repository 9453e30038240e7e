import type { IncomingMessage, ServerResponse } from 'node:http';
import { getBodyLimit } from '@bunting/environments';
import { parseJsonObject, readBody } from '@bunting/service';
import type pg from 'pg';
import type { Dependencies } from '../dependencies.ts';
import { readEvents } from '../read-events.ts';
import { storeEvents } from '../storing/store-events.ts';
import { verifyTraces } from '../verify-traces.ts';

/**
 * Creates `POST /v1/events` (contract §4.3), in the order of decisions §1.4 and §3. It resolves with the JSON text of the
 * answer.
 */
export function createIngestEvents(dependencies: Dependencies) {
  const { callers, requireSignature, admit, limits, maxBodyBytes } = dependencies;
  const { traces, writeLimiter, names, metrics, now } = dependencies;
  return async function ingestEvents(
    req: IncomingMessage,
    _segment: string,
    res: ServerResponse,
  ): Promise<string> {
    let caller = await callers.identify(req, res);
    const isClient = caller.kind === 'client';
    const bytes = await readBody(req, getBodyLimit(caller, maxBodyBytes));
    const body = parseJsonObject(bytes);
    if (caller.environment.isEvicted) caller = await callers.again(caller, req);
    const { environment } = caller;
    const receivedAt = now();
    const events = readEvents(body, { bytes, datafile: environment.datafile, isClient, now: receivedAt });
    if (isClient) {
      for (const { user, userKey, userSignature } of events) {
        const signature = userSignature ?? body['user_signature'];
        // If the id is signed, it is the key.
        requireSignature(caller, { user, userId: userKey, signature });
      }
    }
    const { environmentId } = environment;
    const { organisation } = environment.access;
    const named = { environmentId, organisationId: organisation.id };
    const isTooLarge = events.length > limits.maxEventsBatch;
    // A batch that is too large is refused for its size, whatever its names are.
    const newNames = isTooLarge ? undefined : await names.check(named, events, isClient);
    await admit(organisation, {
      isClient,
      bytes: bytes.length,
      identities: events.map(({ userKey }) => userKey),
      tooLarge: isTooLarge ? 'events_batch_too_large' : undefined,
    });
    if (events.length === 0) return '{"accepted":0}';

    if (newNames !== undefined) await names.register(named, events, newNames);
    const traced = verifyTraces(events, environmentId, traces);
    const startedAt = performance.now();
    const store = (client: pg.PoolClient) => storeEvents(client, environmentId, traced);
    const stored = await writeLimiter.run(store, isClient);
    metrics.onReceived(events, receivedAt);
    metrics.onStored(stored, performance.now() - startedAt);
    const { accepted, duplicates } = stored;
    return duplicates === 0
      ? `{"accepted":${accepted}}`
      : `{"accepted":${accepted},"duplicates":${duplicates}}`;
  };
}
