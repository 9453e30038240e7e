import { worstOf, type Figure, type FigureName, type Figures } from './bounds.ts';
import { createAddressHunt } from './hunts/address-hunt.ts';
import { createBatchHunt } from './hunts/batch-hunt.ts';
import type { Hunt, Measured } from './hunts/hunt.ts';
import { createJsonHunt } from './hunts/json-hunt.ts';
import { createPageHunt } from './hunts/page-hunt.ts';
import { createRuleHunt } from './hunts/rule-hunt.ts';
import { createYamlHunt } from './hunts/yaml-hunt.ts';
import { owner } from './installation/document.ts';
import {
  serviceNames,
  startInstallation,
  type Installation,
  type ServiceName,
} from './installation/start-installation.ts';
import { createRandom, pick, type Random } from './random.ts';
import { readRoutes } from './routes.ts';
import { minimise } from './search/minimise.ts';
import { search } from './search/search.ts';
import { shapeOf, nameOf, type Shape } from './shapes/shape.ts';

export interface FuzzOptions {
  /** Whose built services are tried. */
  readonly checkout: string;
  readonly seed: number;
  readonly seconds: number;
  readonly services: readonly ServiceName[];
  /** Names of shapes that are tried alone. */
  readonly replay: readonly string[];
  readonly path: string;
  readonly print: (line: string) => void;
}

export interface Finding {
  /** By which it is replayed. */
  readonly name: string;
  readonly figure: FigureName;
  readonly value: number;
  readonly most: number;
  readonly words: string;
  readonly shown: string;
}

export interface Fuzzed {
  readonly findings: readonly Finding[];
  readonly tried: Readonly<Record<string, number>>;
  /** The largest of each figure that was seen, as confirmed by measuring again. */
  readonly worst: Readonly<Partial<Record<FigureName, Figure>>>;
}

/** Shapes of so many classes are told for one figure of a hunt. */
const mostOfOneKind = 4;

/** Starts an installation of the checkout, hunts in it, and stops it. */
export async function fuzz(options: FuzzOptions): Promise<Fuzzed> {
  const installation = await startInstallation(options.checkout, options.path);
  try {
    return await huntIn(installation, options);
  } finally {
    await installation.stop();
  }
}

async function huntIn(installation: Installation, options: FuzzOptions): Promise<Fuzzed> {
  const { seed, seconds, print } = options;
  const routes = await readRoutes(installation, await signIn(installation));
  const random = createRandom(seed);
  const findings: Finding[] = [];
  const known = new Set<string>();
  const timesFound = new Map<string, number>();
  const tried: Record<string, number> = {};
  const worst: Partial<Record<FigureName, Figure>> = {};
  const dear: { shape: Shape; ratio: number }[] = [];

  const rules = createRuleHunt(installation);
  const hunts: readonly (readonly [hunt: Hunt, service: ServiceName, share: number])[] = [
    [createJsonHunt(installation, routes, 'settings-api'), 'settings-api', 0.22],
    [createYamlHunt(installation, routes), 'settings-api', 0.12],
    ...serviceNames.slice(1).map((name) => [createJsonHunt(installation, routes, name), name, 0.03] as const),
    [createAddressHunt(installation, routes), 'settings-api', 0.04],
    [rules, 'eval-api', 0.35],
    [createBatchHunt(installation, (random) => dearest(dear, rules, random)), 'eval-api', 0.1],
    [createPageHunt(installation, routes), 'settings-api', 0.06],
  ];

  /** A figure that is over in a class of shapes is one finding; when it is in several, the hunt goes on to others. */
  const keyOf = (hunt: Hunt, shape: Shape, figure: FigureName) =>
    `${hunt.name} ${figure} ${hunt.classOf(shape)}`;
  const isNew = (hunt: Hunt, shape: Shape) => (figure: FigureName) =>
    !known.has(keyOf(hunt, shape, figure)) && (timesFound.get(`${hunt.name} ${figure}`) ?? 0) < mostOfOneKind;

  function note(figures: Figures): void {
    for (const [name, figure] of Object.entries(figures) as [FigureName, Figure][]) {
      if (figure.value > (worst[name]?.value ?? 0)) worst[name] = figure;
    }
  }

  /** What is near its bound is measured again before it is told: one noisy moment is none. */
  async function keepWorst(hunt: Hunt, shape: Shape, { figures }: Measured): Promise<void> {
    const higher = Object.entries(figures).filter(
      ([name, { value, most }]) => value <= most && value > (worst[name as FigureName]?.value ?? 0),
    );
    const isNear = higher.some(
      ([name, { value, most }]) => value > most / 4 && value > 1.2 * (worst[name as FigureName]?.value ?? 0),
    );
    if (isNear) note((await hunt.measure(shape, true)).figures);
    else note(Object.fromEntries(higher.filter(([, { value, most }]) => value <= most / 4)));
  }

  async function confirm(hunt: Hunt, shape: Shape): Promise<void> {
    const measured = await hunt.measure(shape, true);
    const over = worstOf(measured.figures, isNew(hunt, shape));
    if (over === undefined || over.ratio <= 1) return;
    const ratioOf = ({ figures }: Measured) => worstOf(figures, (name) => name === over.name)?.ratio ?? 0;
    const isOver = async (smaller: Shape) => ratioOf(await hunt.measure(smaller, false)) > 1.3;
    const smallest = hunt.isStateful === true ? shape : await minimise(shape, isOver);
    const last = smallest === shape ? measured : await hunt.measure(smallest, true);
    if (ratioOf(last) > 1) tell(hunt, smallest, last, over.name);
    else tell(hunt, shape, measured, over.name);
  }

  function tell(hunt: Hunt, shape: Shape, { figures, words }: Measured, figure: FigureName): void {
    const { value, most } = figures[figure]!;
    const name = nameOf(hunt.name, shape);
    const finding = { name, figure, value, most, words, shown: hunt.show(shape) };
    findings.push(finding);
    known.add(keyOf(hunt, shape, figure));
    const kind = `${hunt.name} ${figure}`;
    timesFound.set(kind, (timesFound.get(kind) ?? 0) + 1);
    note(figures);
    for (const line of linesOf(finding, findings.length)) print(line);
  }

  for (const each of options.replay) {
    const { hunt: wanted, shape } = shapeOf(each);
    const hunt = hunts.find(([{ name }]) => name === wanted)?.[0];
    if (hunt === undefined) throw new Error(`There is no hunt "${wanted}".`);
    const measured = await hunt.measure(shape, true);
    print(`${each}\n  ${measured.outcome}: ${measured.words}\n  ${hunt.show(shape)}`);
    for (const [name, { value, most }] of Object.entries(measured.figures))
      print(`  ${name} ${round(value)} (at most ${round(most)})`);
    for (const [name, { value, most }] of Object.entries(measured.figures))
      if (value > most) tell(hunt, shape, measured, name as FigureName);
  }
  if (options.replay.length > 0) return { findings, tried, worst };

  const chosen = hunts.filter(([, service]) => options.services.includes(service));
  const shares = chosen.reduce((sum, [, , share]) => sum + share, 0);
  for (const [hunt, , share] of chosen) {
    const end = performance.now() + (1000 * seconds * share) / shares;
    tried[hunt.name] = await search({
      hunt,
      random,
      isOver: () => performance.now() > end,
      ratioOf: (shape, figures) => worstOf(figures, isNew(hunt, shape))?.ratio ?? 0,
      async onMeasured(shape, measured) {
        if (hunt === rules && measured.outcome === 'accepted')
          dear.push({ shape, ratio: measured.figures.evaluation_cpu_ms?.value ?? 0 });
        await keepWorst(hunt, shape, measured);
      },
      onSuspect: (shape) => confirm(hunt, shape),
    });
    print(`${hunt.name}: ${tried[hunt.name]} shapes`);
  }
  return { findings, tried, worst };
}

/** One of the shapes that cost most of all that were stored, and now and then one of any. */
function dearest(dear: { shape: Shape; ratio: number }[], rules: Hunt, random: Random): Shape {
  const first = dear.toSorted((a, b) => b.ratio - a.ratio).slice(0, 8);
  return first.length === 0 || random() < 0.2 ? rules.begin(random) : pick(random, first).shape;
}

function linesOf({ name, figure, value, most, words, shown }: Finding, number: number): string[] {
  return [
    `FINDING ${number}: ${figure} ${round(value)} (at most ${round(most)})`,
    `  ${words}`,
    `  ${shown}`,
    `  again: --replay '${name}'`,
  ];
}

export function round(value: number): string {
  return value >= 1_000 ? Math.round(value).toLocaleString('en') : String(Math.round(value * 10) / 10);
}

/** The cookie of the owner. */
async function signIn({ services }: Installation): Promise<string> {
  const url = `http://127.0.0.1:${services['settings-api'].port}/settings/v1/session`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify(owner) });
  if (answer.status !== 200)
    throw new Error(`The owner cannot sign in: ${answer.status} ${await answer.text()}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}
