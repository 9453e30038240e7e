/** The evaluation vectors of the contract through both providers: they give what the function gives. */
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import {
  toOpenFeatureContext,
  evaluationChecks,
  expectedOfrepAnswer,
  createDatafile,
  readProjects,
  type Project,
  type Vector,
} from '@bunting/contract';
import { createLocalClient, type LocalClient } from '@bunting/node/local';
import { ErrorCode, type EvaluationContext, type JsonValue, type ResolutionDetails } from '@openfeature/core';
import { BuntingServerProvider } from '../src/server.ts';
import { toUser } from '../src/to-user.ts';
import { BuntingWebProvider } from '../src/web.ts';

const url = 'http://bunting.example';
const datafileKey = 'c1a55e00-0000-8da7-8000-0000000000a3';
const clientKey = 'c1a55e00-0000-8c11-8000-0000000000a3';
const someTime = Date.parse('2026-07-01T00:00:00Z');
const clients = new Map<Project, LocalClient>();
const clock = jest.spyOn(Date, 'now');
afterAll(async () => {
  clock.mockRestore();
  await Promise.all([...clients.values()].map((flags) => flags.close()));
});

const providers = { server: askServerProvider, web: askWebProvider };
for (const [kind, ask] of Object.entries(providers)) {
  const evaluate = async (project: Project, vector: Vector) => {
    clock.mockReturnValue(vector.now === undefined ? someTime : Date.parse(vector.now));
    const context = (toOpenFeatureContext(vector.user) ?? {}) as EvaluationContext;
    return resultOf(vector.key, await ask(await clientOf(project), vector.key, context));
  };
  for (const { name, checks } of evaluationChecks(readProjects(), evaluate)) {
    describe(`The ${kind} provider, by ${name}`, () => {
      for (const { name, run } of checks) it(name, async () => expect(await run()).toEqual([]));
    });
  }
}

function askServerProvider(flags: LocalClient, key: string, context: EvaluationContext) {
  return new BuntingServerProvider(flags).resolveObjectEvaluation<JsonValue>(key, null, context);
}

/** Evaluates in a page that starts with values evaluated by a server. */
async function askWebProvider(flags: LocalClient, key: string, context: EvaluationContext) {
  const bootstrap = flags.evaluations(toUser(context), { keys: [key] });
  const provider = new BuntingWebProvider({
    url,
    key: clientKey,
    bootstrap,
    offline: true,
    exposures: 'off',
  });
  await provider.initialize(context);
  const resolution = provider.resolveObjectEvaluation<JsonValue>(key, null);
  await provider.onClose();
  return resolution;
}

/** Returns the result in the form of the vectors, from the SDK's details. The SDK's reason must be OFREP's. */
function resultOf(key: string, resolution: ResolutionDetails<JsonValue>) {
  const { value, variant = null, reason, errorCode, flagMetadata } = resolution;
  if (errorCode === ErrorCode.FLAG_NOT_FOUND) {
    return { key, value: null, variation: null, reason: 'variable_not_found', feature: null };
  }
  const result = {
    key,
    value,
    variation: variant,
    reason: String(flagMetadata!['reason']),
    feature: String(flagMetadata!['feature']),
    ...(reason === 'SPLIT' && { split: true }),
  };
  const { json } = expectedOfrepAnswer(key, result);
  expect(json).toMatchObject({ reason, metadata: flagMetadata! });
  return result;
}

async function clientOf(project: Project): Promise<LocalClient> {
  const known = clients.get(project);
  if (known !== undefined) return known;
  const answer = (input: unknown) =>
    String(input).includes('/v1/datafile')
      ? Response.json(createDatafile(project))
      : Response.json({ monthly_active_users: {} }, { status: 202 });
  const fetch = ((input: unknown) => Promise.resolve(answer(input))) as typeof globalThis.fetch;
  const flags = createLocalClient({ url, key: datafileKey, stream: false, fetch });
  clients.set(project, flags);
  await flags.ready();
  return flags;
}
