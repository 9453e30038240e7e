import { bounds } from '../bounds.ts';
import type { Installation } from '../installation/start-installation.ts';
import { pick } from '../random.ts';
import type { Route, Routes } from '../routes.ts';
import { send } from '../send.ts';
import { sizeIn, wordIn, type Shape } from '../shapes/shape.ts';
import { createDefinitionStore } from './definition-store.ts';
import type { Hunt } from './hunt.ts';
import { measureRequest } from './measure-request.ts';

const maxBytes = 64 * 1024 * 1024;

/** Reads every list of the management API, after many large things have been written. */
export function createPageHunt(installation: Installation, routes: Routes): Hunt {
  const settings = installation.services['settings-api'];
  const store = createDefinitionStore(installation);
  const lists = routes.all.filter(
    ({ service, method, query }) => service === 'settings-api' && method === 'GET' && query.includes('limit'),
  );
  const byName = new Map(lists.map((route) => [route.template, route]));
  const routeIn = (shape: Shape): Route => byName.get(wordIn(shape, 'route')) ?? lists[0]!;
  let written = 0;
  let turn = 0;

  /** Adds records until there are as many as the shape needs, including those of earlier shapes. */
  async function write(shape: Shape): Promise<void> {
    for (; written < sizeIn(shape, 'records'); written++) {
      for (const size of [500_000, 200_000, 100_000, 50_000, 20_000]) {
        const values = [
          `${written}`,
          ...Array.from({ length: size / 500 }, (_, n) => `${n}`.padEnd(495, 'x')),
        ];
        const condition = { property: 'custom', custom_key: 't', operator: 'is', values };
        const any_of = [{ all_of: [condition] }];
        const rules = [{ name: 'large', any_of, serve: { variation: 'on' } }];
        const request =
          written % 2 === 0
            ? store.targetingRequest(`f${written % 100}`, { enabled: true, rules })
            : store.segmentRequest(any_of);
        const { status } = await send(settings, request);
        if (status === 200) break;
      }
    }
  }

  return {
    name: 'page',
    isStateful: true,
    begin(random) {
      turn = turn === 0 ? 1 + Math.floor(random() * lists.length) : turn + 1;
      const template = turn % 3 === 0 ? auditOf(lists) : pick(random, lists).template;
      return { route: template, records: 4 };
    },
    classOf: (shape) => wordIn(shape, 'route'),
    reachOf: () => maxBytes,
    async measure(shape, carefully) {
      await write(shape);
      const { path, headers } = routeIn(shape);
      const asked = {
        method: 'GET',
        path: `${path}?limit=200`,
        headers,
        bytes: 500_000 * sizeIn(shape, 'records'),
        accepted: (_: number, answered: { bytes: number }) => ({
          page_bytes: { value: answered.bytes, most: bounds.pageBytes },
        }),
      };
      return measureRequest(settings, asked, carefully);
    },
    show: (shape) =>
      `GET ${routeIn(shape).path}?limit=200 after ${sizeIn(shape, 'records')} writes of up to 500 KB`,
  };
}

/** Returns the audit log, which has a record of everything that is written. */
function auditOf(lists: readonly Route[]): string {
  return (lists.find(({ template }) => template.endsWith('/audit-log')) ?? lists[0]!).template;
}
