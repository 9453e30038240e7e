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
  type RawRequest,
  type Sender,
} from '@bunting/contract';
import { startApp as startCoderefsApi } from '../../services/coderefs-api/test/running-app.ts';
import { startApp as startEvalApi } from '../../services/eval-api/test/running-app.ts';
import { startApp as startIngestApi } from '../../services/ingest-api/test/running-app.ts';
import { startApp as startSyncApi } from '../../services/sync-api/test/running-app.ts';

type App = Pick<Awaited<ReturnType<typeof startEvalApi>>, 'port' | 'stop'>;

/** Which service answers below which path, as behind the address of `npm start`. */
let apps: { readonly path: string; readonly app: App; readonly sender: Sender }[] = [];

beforeAll(async () => {
  const document = parseDocument(readFixture()) as object;
  const [ingestApi, coderefsApi, syncApi, evalApi] = await Promise.all([
    startIngestApi({ document }),
    startCoderefsApi({ document }),
    startSyncApi(document),
    startEvalApi({ document }),
  ]);
  const served: [path: string, app: App][] = [
    ['/v1/events', ingestApi],
    ['/v1/usage', ingestApi],
    ['/v1/code-references', coderefsApi],
    ['/v1/types', coderefsApi],
    ['/v1/stream', syncApi],
    ['/v1/datafile', syncApi],
    ['/', evalApi],
  ];
  apps = served.map(([path, app]) => ({
    path,
    app,
    sender: createSender(`http://127.0.0.1:${app.port}`),
  }));
});

afterAll(async () => {
  for (const { sender } of apps) sender.close();
  await Promise.all([...new Set(apps.map(({ app }) => app))].map((app) => app.stop()));
});

// Jest collects the cases before the applications have started.
const send = async (request: RawRequest) => {
  const found = apps.find(({ path }) => request.path.startsWith(path));
  if (found === undefined) throw new Error('The application did not start.');
  return found.sender.send(request);
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
