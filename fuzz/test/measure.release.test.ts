import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith } from '@bunting/testing/requirements';
import { bounds } from '../src/bounds.ts';
import { measureRequest } from '../src/hunts/measure-request.ts';
import { startObservedService, type ObservedService } from '../src/installation/observed-service.ts';
import { whyUnmeasurable } from '../src/installation/process-meter.ts';

/** A service that does everything that services must not do. */
const program = `
import { createServer } from 'node:http';
const cpuUs = () => process.cpuUsage().user + process.cpuUsage().system;
const burn = (ms) => { for (const end = cpuUs() + ms * 1000; cpuUs() < end; ); };
createServer((req, res) => {
  const [, what, much] = req.url.split('/');
  if (what === 'burn') burn(Number(much));
  if (what === 'slices') { let left = 20; const slice = () => { burn(Number(much) / 20); if (--left) setImmediate(slice); else res.end(); }; slice(); return; }
  if (what === 'fill') globalThis.filled = Buffer.alloc(Number(much), 1);
  if (what === 'die') process.exit(3);
  if (what === 'break') res.statusCode = 500;
  else if (what !== 'readyz' && what !== 'good') res.statusCode = 400;
  if (what === 'good') burn(Number(much));
  res.end(what === 'tell' ? 'x'.repeat(Number(much)) : '');
  globalThis.filled = undefined;
}).listen(process.env.PORT, '127.0.0.1');
`;

const measuring = {
  name: 'way to measure a process here: it takes the /proc of Linux',
  found: whyUnmeasurable() === undefined || undefined,
};

describeWith(measuring, 'the cost of a request is measured from outside', () => {
  let folder: string;
  let service: ObservedService;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bunting-fuzz-'));
    await mkdir(join(folder, 'services/bad/dist'), { recursive: true });
    await writeFile(join(folder, 'package.json'), '{"type": "module"}');
    await writeFile(join(folder, 'services/bad/dist/service.js'), program);
    service = await startObservedService({ checkout: folder, name: 'bad', env: {} });
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });
  const ask = (path: string) => measureRequest(service, { method: 'POST', path, body: '{}', bytes: 2 }, true);

  it('no cost, where nothing is done', async () => {
    const { outcome, figures } = await ask('/nothing');
    expect(outcome).toBe('refused');
    for (const { value, most } of Object.values(figures)) expect(value).toBeLessThan(most / 4);
  });

  it('CPU of a request that is refused', async () => {
    const { refusal_cpu_ms: cpu } = (await ask('/burn/600')).figures;
    expect(cpu!.value).toBeGreaterThan(bounds.refusalCpuMs);
  });

  it('the longest turn of an accepted request, and not the sum of its slices', async () => {
    const { outcome, figures } = await ask('/good/600');
    expect(outcome).toBe('accepted');
    expect(figures.turn_ms!.value).toBeGreaterThan(bounds.turnMs);
    expect((await ask('/slices/600')).figures.turn_ms!.value).toBeLessThan(bounds.turnMs);
  });

  it('bytes of the answer', async () => {
    const { refused_answer_bytes: bytes } = (await ask('/tell/70000')).figures;
    expect(bytes).toEqual({ value: 70_000, most: 65_536 });
  });

  it('memory that it used for a moment', async () => {
    const { peak_bytes: peak } = (await ask('/fill/200000000')).figures;
    expect(peak!.value).toBeGreaterThan(150_000_000);
    expect(peak!.value).toBeGreaterThan(peak!.most);
  });

  it.each(['/break', '/die'])('%s is a failure, and the next request is served', async (path) => {
    const { outcome, figures } = await ask(path);
    expect([outcome, figures.failures!.value > figures.failures!.most]).toEqual(['failed', true]);
    expect((await ask('/nothing')).outcome).toBe('refused');
  });
});
