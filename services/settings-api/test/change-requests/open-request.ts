import { createCalls, type Calls } from '../client.ts';
import { signIn, type RunningApp } from '../running-app.ts';

export const requests = '/change-requests';
export const createRules = (...names: readonly string[]) => ({
  enabled: true,
  rules: names.map((name) => ({ name, any_of: [], serve: { variation: 'one-page' } })),
});

/** Returns the calls of a person of Acme, who is signed in once. */
export function createPeople(app: RunningApp) {
  const known = new Map<string, Promise<Calls>>();
  return (name: string): Promise<Calls> => {
    const calls =
      known.get(name) ?? signIn(app, `${name}@acme.example`).then((headers) => createCalls(app, headers));
    known.set(name, calls);
    return calls;
  };
}

/** A proposed change of what production serves of the checkout. */
export const switchOff = {
  method: 'PATCH',
  path: 'features/checkout/environments/production/targeting',
  body: { enabled: false },
};

/** Opens a request, and returns its number. */
export async function openRequest(
  calls: Calls,
  changes: readonly object[],
  more: object = {},
): Promise<number> {
  const { status, body } = await calls.post(requests, { title: 'A change', changes, ...more });
  if (status !== 201) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body.number as number;
}
