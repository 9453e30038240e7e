import { serviceNames, type Installation, type ServiceName } from '../installation/start-installation.ts';
import { pick, type Random } from '../random.ts';
import type { Routes } from '../routes.ts';
import type { Shape } from '../shapes/shape.ts';
import { createAddressHunt } from './address-hunt.ts';
import { createBatchHunt } from './batch-hunt.ts';
import type { Hunt } from './hunt.ts';
import { createEverythingHunt } from './everything-hunt.ts';
import { createJsonHunt } from './json-hunt.ts';
import { createPageHunt } from './page-hunt.ts';
import { createRuleHunt } from './rule-hunt.ts';
import { createWriteHunt } from './write-hunt.ts';
import { createYamlHunt } from './yaml-hunt.ts';

export interface PlannedHunt {
  readonly hunt: Hunt;
  /** The service in which it finds. */
  readonly service: ServiceName;
  /** Its share of the time. */
  readonly share: number;
}

/** Creates all hunts, in the order in which they run. */
export function createHunts(installation: Installation, routes: Routes): PlannedHunt[] {
  const rules = rememberDearest(createRuleHunt(installation));
  const takesBodies = (name: ServiceName) =>
    routes.all.some(({ service, body }) => service === name && body !== undefined);
  const json = serviceNames.filter(takesBodies).map((service) => ({
    hunt: createJsonHunt(installation, routes, service),
    service,
    share: service === 'settings-api' ? 0.22 : 0.03,
  }));
  return [
    ...json,
    { hunt: createYamlHunt(installation, routes), service: 'settings-api', share: 0.12 },
    { hunt: createAddressHunt(installation, routes), service: 'settings-api', share: 0.04 },
    { hunt: rules.hunt, service: 'eval-api', share: 0.35 },
    { hunt: createBatchHunt(installation, rules.dearest), service: 'eval-api', share: 0.1 },
    { hunt: createEverythingHunt(installation, rules.dearest), service: 'eval-api', share: 0.1 },
    { hunt: createPageHunt(installation, routes), service: 'settings-api', share: 0.06 },
    { hunt: createWriteHunt(installation), service: 'settings-api', share: 0.08 },
  ];
}

const maxRemembered = 8;

/**
 * Returns the hunt, which afterwards starts with the shapes whose evaluation cost most, and sometimes with any other.
 */
function rememberDearest(hunt: Hunt): { hunt: Hunt; dearest: (random: Random) => Shape } {
  let dear: { shape: Shape; costMs: number }[] = [];
  return {
    hunt: {
      ...hunt,
      async measure(shape, carefully) {
        const measured = await hunt.measure(shape, carefully);
        const { evaluation_cpu_ms: cost } = measured.figures;
        if (cost !== undefined) {
          dear.push({ shape, costMs: cost.value });
          dear = dear.toSorted((a, b) => b.costMs - a.costMs).slice(0, maxRemembered);
        }
        return measured;
      },
    },
    dearest: (random) =>
      dear.length === 0 || random() < 0.2 ? hunt.begin(random) : pick(random, dear).shape,
  };
}
