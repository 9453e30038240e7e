import { bounds, type Figures } from '../bounds.ts';
import type { Installation, ServiceName } from '../installation/start-installation.ts';
import { pick, type Random } from '../random.ts';
import type { Route, Routes } from '../routes.ts';
import { boxNames, cellNames, writeJsonText, markNames } from '../shapes/json-text.ts';
import { membersIn } from '../shapes/schema.ts';
import { wordIn, type Shape } from '../shapes/shape.ts';
import { compressed, encodings } from './compress.ts';
import type { Hunt } from './hunt.ts';
import { measureRequest } from './measure-request.ts';

/** Bodies do not grow beyond this, because every service refuses more with its default limits. */
const maxBytes = 20 * 1024 * 1024;

/** Sends JSON bodies to every route of one service that takes a body. */
export function createJsonHunt(installation: Installation, routes: Routes, name: ServiceName): Hunt {
  const { resolve } = routes;
  const service = installation.services[name];
  const own = routes.all.filter((route) => route.service === name && route.body !== undefined);
  const members = own.flatMap((route) =>
    [...membersIn(route.body!, resolve)].map((steps) => ({ route, at: steps.join('/') })),
  );
  const open = members.filter(({ route }) => route.isOpenToAnyone);
  const byName = new Map(own.map((route) => [routeName(route), route]));
  const routeIn = (shape: Shape) => byName.get(wordIn(shape, 'route')) ?? own[0]!;
  const limits = new Map<Route, number>();
  const textOf = (shape: Shape) => writeJsonText(shape, routeIn(shape).body!, resolve);
  let asked = 0;

  return {
    name: `json:${name}`,
    begin(random) {
      const { route, at } = memberFrom(random, members, open);
      const box = random() < 0.4 ? 'list' : pick(random, boxNames);
      return {
        route: routeName(route),
        at,
        box,
        cell: pick(random, cellNames),
        mark: pick(random, markNames),
        code: pick(random, encodings),
        width: pick(random, [400, 4_000, 40_000]),
        name: at.endsWith('?') || random() < 0.3 ? 100 : 0,
        value: 20,
      };
    },
    classOf: (shape) =>
      ['box', 'cell'].map((word) => wordIn(shape, word)).join(' ') +
      (Number(shape['name']) > 0 ? ' named' : ''),
    reachOf: (shape) => limits.get(routeIn(shape)) ?? maxBytes,
    async measure(shape, carefully) {
      const route = routeIn(shape);
      const text = textOf(shape);
      const bytes = Buffer.byteLength(text);
      const { body, headers } = compressed(text, wordIn(shape, 'code'));
      const measured = await measureRequest(
        service,
        {
          method: route.method,
          path: route.path,
          headers: {
            'Content-Type': 'application/json',
            'X-Forwarded-For': `198.18.${(asked >> 8) & 255}.${asked++ & 255}`,
            ...route.headers,
            ...headers,
          },
          body,
          bytes,
          accepted: name === 'eval-api' ? (cpuMs) => evaluationFigures(route, cpuMs) : undefined!,
        },
        carefully,
      );
      if (measured.outcome === 'too large') limits.set(route, Math.min(bytes, limits.get(route) ?? bytes));
      return measured;
    },
    show: (shape) => {
      const { method, path } = routeIn(shape);
      return `${method} ${path} ${cut(textOf(shape))}`;
    },
  };
}

/**
 * Picks a member. A third goes to unknown names, a fourth to routes without authentication, which are the easiest for
 * an attacker.
 */
function memberFrom(
  random: Random,
  members: readonly { route: Route; at: string }[],
  open: readonly { route: Route; at: string }[],
) {
  const from = random() < 0.25 && open.length > 0 ? open : members;
  const unnamed = from.filter(({ at }) => at.endsWith('?'));
  return pick(random, random() < 0.33 && unnamed.length > 0 ? unnamed : from);
}

function evaluationFigures({ template }: Route, cpuMs: number): Figures {
  return template.endsWith('/variables')
    ? { batch_cpu_ms: { value: cpuMs, most: bounds.batchCpuMs } }
    : { evaluation_cpu_ms: { value: cpuMs, most: bounds.evaluationCpuMs } };
}

function routeName({ method, template }: Route): string {
  return `${method}:${template}`;
}

export function cut(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 110)} … ${text.slice(-40)}`;
}
