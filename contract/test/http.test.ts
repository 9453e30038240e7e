import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseDocument } from '@bunting/bootstrap';
import {
  atAnyTime,
  createSender,
  evaluateOver,
  evaluationChecks,
  httpChecks,
  readFixture,
  readHttpFiles,
  readProjects,
} from '@bunting/contract';
import type { RawRequest, Sender } from '@bunting/contract';
import { startApp, type RunningApp } from '../../services/eval-api/test/running-app.ts';

let app: RunningApp | undefined;
let opened: Sender | undefined;

beforeAll(async () => {
  app = await startApp({ document: parseDocument(readFixture()) as object });
  opened = createSender(`http://127.0.0.1:${app.port}`);
}, 60_000);

afterAll(async () => {
  opened?.close();
  await app?.stop();
});

// Jest collects the cases before the application runs.
const send = async (request: RawRequest) => {
  if (opened === undefined) throw new Error('The application did not start.');
  return opened.send(request);
};

const groups = [
  ...httpChecks(readHttpFiles(), send),
  ...evaluationChecks(atAnyTime(readProjects()), evaluateOver(send)),
];

for (const { name, checks } of groups) {
  describe(`The application, by ${name}`, () => {
    for (const { name, run } of checks) it(name, async () => expect(await run()).toEqual([]));
  });
}
