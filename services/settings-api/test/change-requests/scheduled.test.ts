import { afterEach, expect, it } from '@jest/globals';
import { until, type ServiceProcess } from '@bunting/testing';
import { organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';
import { createPeople } from './open-request.ts';
import { countApplied, makeDue, once, openMany, readTimes, startProcess } from './scheduled-processes.ts';

const app = useApp({ document: organisations });
const as = createPeople(app);
const processes: ServiceProcess[] = [];
afterEach(() => Promise.all(processes.splice(0).map((each) => each.stop('SIGKILL'))));

it('two processes apply twenty requests of one instant once each, although one of them is killed and Redis is gone', async () => {
  await openMany(await as('admin'), 20);
  processes.push(...(await Promise.all([startProcess(app), startProcess(app)])));
  await app.stopRedis();
  await makeDue(app, 1_000);
  await until(async () => (await countApplied(app)) > 0);
  await processes[0]!.stop('SIGKILL');
  expect(await readTimes(app, 20)).toEqual({ applied: once(20), changed: once(20) });
});
