import type { IncomingMessage } from 'node:http';
import { authenticate } from '@bunting/authentication';
import { parseJsonObject, readBody } from '@bunting/service';
import type { Dependencies } from '../dependencies.ts';
import { askGovernance, requireAdmitted } from '../governance.ts';
import { readEvents } from '../read-events.ts';
import { storeEvents } from '../storing/store-events.ts';
import { verifyTraces } from '../verify-traces.ts';

/** `POST /v1/events` (contract §4.3), in the order of decisions §1.4 and §3. Gives the JSON text of the answer. */
export function createIngestEvents(dependencies: Dependencies) {
  const { environments, limits, maxBodyBytes, traces, gate, names, metrics, now } = dependencies;
  return async function ingestEvents(req: IncomingMessage): Promise<string> {
    const environment = await authenticate(environments, req);
    const body = await readBody(req, maxBodyBytes);
    const events = readEvents(parseJsonObject(body), environment.datafile, now());
    const { environmentId } = environment;
    const of = { environmentId, organisationId: environment.access.organisation.id };
    // More events than a request may carry are refused for their number.
    const newNames = events.length > limits.maxEventsBatch ? undefined : await names.check(of, events);
    requireAdmitted(await askGovernance(dependencies, environment, events, body.length), dependencies);
    if (events.length === 0) return '{"accepted":0}';

    if (newNames !== undefined) await names.register(of, events, newNames);
    const traced = verifyTraces(events, environmentId, traces);
    const startedAt = performance.now();
    const stored = await gate.run((client) => storeEvents(client, environmentId, traced));
    metrics.stored(stored, performance.now() - startedAt);
    const { accepted, duplicates } = stored;
    return duplicates === 0
      ? `{"accepted":${accepted}}`
      : `{"accepted":${accepted},"duplicates":${duplicates}}`;
  };
}
