import { createHunts, type PlannedHunt } from './hunts/create-hunts.ts';
import { owner } from './installation/document.ts';
import { startInstallation, type Installation, type ServiceName } from './installation/start-installation.ts';
import { createRandom } from './random.ts';
import { readRoutes } from './routes.ts';
import { createFindings, round, type Finding, type Findings, type WorstFigures } from './search/findings.ts';
import { search } from './search/search.ts';
import { parseShape } from './shapes/shape.ts';

export interface FuzzOptions {
  /** The checkout whose built services are tested. */
  readonly checkout: string;
  readonly seed: number;
  /** Wall-clock time, on a machine without other work. */
  readonly seconds: number;
  readonly services: readonly ServiceName[];
  /** Names of hunts; if given, only these run. */
  readonly hunts?: readonly string[];
  /** Names of shapes; if given, only these are tried. */
  readonly replay: readonly string[];
  /** The PATH for programs. */
  readonly path: string;
  readonly print: (line: string) => void;
}

export interface Fuzzed {
  readonly findings: readonly Finding[];
  /** Shapes by hunt. */
  readonly tried: Readonly<Record<string, number>>;
  readonly worst: WorstFigures;
}

/** Starts an installation of the checkout, hunts in it, and stops it. */
export async function fuzz(options: FuzzOptions): Promise<Fuzzed> {
  const installation = await startInstallation(options.checkout, options.path);
  try {
    const routes = await readRoutes(installation, await signIn(installation));
    const hunts = createHunts(installation, routes);
    const findings = createFindings(options.print);
    const tried =
      options.replay.length > 0
        ? await replay(hunts, findings, options)
        : await run(installation, hunts, findings, options);
    return { findings: findings.all, tried, worst: findings.worst };
  } finally {
    await installation.stop();
  }
}

async function run(
  installation: Installation,
  hunts: readonly PlannedHunt[],
  findings: Findings,
  { seed, seconds, services, hunts: names = [], print }: FuzzOptions,
): Promise<Record<string, number>> {
  const random = createRandom(seed);
  const tried: Record<string, number> = {};
  const chosen = hunts.filter(
    ({ hunt, service }) => services.includes(service) && (names.length === 0 || names.includes(hunt.name)),
  );
  if (chosen.length === 0) throw new Error(`There is no hunt "${names.join(', ')}".`);
  const shares = chosen.reduce((sum, { share }) => sum + share, 0);
  for (const { hunt, share } of chosen) {
    const budgetMs = (1000 * seconds * share) / shares;
    const [startedAt, spentBefore] = [performance.now(), spentMs(installation)];
    // Runs for the given wall-clock time. On a busy machine it runs up to four times as long, until it has had a third of
    // that time as CPU time; PostgreSQL and Redis use the rest.
    const isOver = () => {
      const [elapsedMs, ownMs] = [performance.now() - startedAt, spentMs(installation) - spentBefore];
      return elapsedMs > (ownMs > budgetMs / 3 ? budgetMs : 4 * budgetMs);
    };
    tried[hunt.name] = await search({
      hunt,
      random,
      isOver,
      ratioOf: (shape, figures) => findings.ratioOf(hunt, shape, figures),
      onMeasured: (shape, measured) => findings.note(hunt, shape, measured),
      onSuspect: (shape) => findings.confirm(hunt, shape),
    });
    print(`${hunt.name}: ${tried[hunt.name]} shapes`);
  }
  return tried;
}

async function replay(
  hunts: readonly PlannedHunt[],
  findings: Findings,
  { replay: names, print }: FuzzOptions,
): Promise<Record<string, number>> {
  for (const name of names) {
    const { hunt: wanted, shape } = parseShape(name);
    const hunt = hunts.find((each) => each.hunt.name === wanted)?.hunt;
    if (hunt === undefined) throw new Error(`There is no hunt "${wanted}".`);
    const measured = await hunt.measure(shape, true);
    print(`${name}\n  ${measured.outcome}: ${measured.words}\n  ${hunt.show(shape)}`);
    for (const [figure, { value, most }] of Object.entries(measured.figures))
      print(`  ${figure} ${round(value)} (at most ${round(most)})`);
    findings.reportAll(hunt, shape, measured);
  }
  return {};
}

/** Returns the CPU time of the services and of the fuzzer. */
function spentMs({ services }: Installation): number {
  const { user, system } = process.cpuUsage();
  const ofServices = Object.values(services).map((service) =>
    service.isRunning() ? service.meter().cpuMs() : 0,
  );
  return ofServices.reduce((sum, each) => sum + each, (user + system) / 1000);
}

/** Returns the cookie of the owner. */
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
