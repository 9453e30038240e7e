import type { IncomingMessage } from 'node:http';
import { authenticate, secretKinds } from '@bunting/authentication';
import { parseJsonObject, readBody } from '@bunting/service';
import type { Dependencies } from '../dependencies.ts';
import { readEvents } from '../read-events.ts';
import { storeEvents } from '../storing/store-events.ts';
import { verifyTraces } from '../verify-traces.ts';

/** `POST /v1/events` (contract §4.3), in the order of decisions §1.4 and §3. Resolves with the JSON text of the answer. */
export function createIngestEvents(dependencies: Dependencies) {
  const { environments, admit, limits, maxBodyBytes, traces, writeLimiter, names, metrics, now } =
    dependencies;
  return async function ingestEvents(req: IncomingMessage): Promise<string> {
    const { environment } = await authenticate(environments, req, secretKinds);
    const body = await readBody(req, maxBodyBytes);
    const events = readEvents(parseJsonObject(body), environment.datafile, now());
    const { environmentId } = environment;
    const { organisation } = environment.access;
    const named = { environmentId, organisationId: organisation.id };
    const isTooLarge = events.length > limits.maxEventsBatch;
    // A batch that is too large is refused for its size, whatever its names are.
    const newNames = isTooLarge ? undefined : await names.check(named, events);
    await admit(organisation, {
      bytes: body.length,
      identities: events.map(({ userKey }) => userKey),
      tooLarge: isTooLarge ? 'events_batch_too_large' : undefined,
    });
    if (events.length === 0) return '{"accepted":0}';

    if (newNames !== undefined) await names.register(named, events, newNames);
    const traced = verifyTraces(events, environmentId, traces);
    const startedAt = performance.now();
    const stored = await writeLimiter.run((client) => storeEvents(client, environmentId, traced));
    metrics.onStored(stored, performance.now() - startedAt);
    const { accepted, duplicates } = stored;
    return duplicates === 0
      ? `{"accepted":${accepted}}`
      : `{"accepted":${accepted},"duplicates":${duplicates}}`;
  };
}
