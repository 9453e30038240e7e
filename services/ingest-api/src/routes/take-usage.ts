import type { IncomingMessage, ServerResponse } from 'node:http';
import { answer, parseJsonObject, readBody } from '@bunting/service';
import type { Dependencies } from '../dependencies.ts';
import { countUsage } from '../count-usage.ts';
import { readUsage } from '../read-usage.ts';

/**
 * Creates `POST /v1/usage` (decisions §8.5): counts local evaluations of an application, and answers with the number of users.
 */
export function createTakeUsage(dependencies: Dependencies) {
  const { callers, admit, governance, counts, maxBodyBytes, now } = dependencies;
  return async function takeUsage(req: IncomingMessage, res: ServerResponse): Promise<void> {
    let caller = await callers.identify(req, res, ['datafile']);
    const bytes = await readBody(req, maxBodyBytes);
    if (caller.environment.isEvicted) caller = await callers.again(caller, req);
    const { environment } = caller;
    const usage = readUsage(parseJsonObject(bytes), { bytes, datafile: environment.datafile, now: now() });
    const { organisation } = environment.access;
    await admit(organisation, {
      bytes: bytes.length,
      identities: usage.identities,
      ignoresCap: true,
    });
    countUsage(environment.environmentId, usage, counts);
    const users = await governance.monthlyActiveUsers(organisation);
    answer(res, 202, JSON.stringify({ monthly_active_users: users }));
  };
}
