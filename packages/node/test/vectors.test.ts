/** The evaluation vectors of the contract through the local client: it gives what the function gives. */
import type { User } from '@bunting/sdk-core';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  evaluationChecks,
  createDatafile,
  readProjects,
  readStoredProjects,
  type Project,
  type Vector,
} from '@bunting/contract';
import type { JsonValue } from '@bunting/evaluator/definition';
import { createLocalClientIn } from '../src/local/local-client.ts';
import type { LocalClient } from '../src/local/public-client.ts';
import { systemRuntime } from '../src/schedule/runtime.ts';

const key = 'c1a55e00-0000-8da7-8000-0000000000a3';
const someTime = Date.parse('2026-07-01T00:00:00Z');
let now = someTime;
const runtime = { ...systemRuntime, date: () => now };
const clients = new Map<Project, LocalClient>();
afterAll(async () => void (await Promise.all([...clients.values()].map((flags) => flags.close()))));

for (const { name, checks } of evaluationChecks(
  [...readProjects(), ...readStoredProjects()],
  evaluateLocally,
)) {
  describe(`The local client, by ${name}`, () => {
    for (const { name, run } of checks) it(name, async () => expect(await run()).toEqual([]));
  });
}

async function evaluateLocally(project: Project, vector: Vector): Promise<JsonValue> {
  const flags = clients.get(project) ?? startClient(project);
  clients.set(project, flags);
  await flags.ready();
  now = vector.now === undefined ? someTime : Date.parse(vector.now);
  const { results } = flags.evaluations(userOf(vector.user), { keys: [vector.key] });
  const result = results[vector.key]!;
  const details = flags.details(vector.key, null, userOf(vector.user));
  const { value, variation, reason, feature } = result;
  expect(details).toMatchObject({ value, variation, reason, feature });
  return result;
}

/** Creates a client whose service has the project. */
function startClient(project: Project): LocalClient {
  const answer = (input: unknown) =>
    String(input).includes('/v1/datafile')
      ? Response.json(createDatafile(project))
      : Response.json({ monthly_active_users: {} }, { status: 202 });
  return createLocalClientIn(runtime, {
    url: 'http://bunting.example',
    key,
    stream: false,
    fetch: (input: unknown) => Promise.resolve(answer(input)),
  });
}

/** Returns the user with the names that applications use. */
function userOf(user: JsonValue): User | null {
  if (user === null) return null;
  const { organisation_id, app_version, custom_data, ...same } = user as Record<string, JsonValue>;
  return {
    ...same,
    ...(organisation_id !== undefined && { organisationId: organisation_id }),
    ...(app_version !== undefined && { appVersion: app_version }),
    ...(custom_data !== undefined && { customData: custom_data }),
  } as User;
}
