import type { JsonValue, ServeDefinition, TargetingDefinition } from '@bunting/evaluator/definition';

/** A record of a feature, read back from the audit log. */
export interface HistoryRecord {
  readonly action: string;
  readonly environmentId: string | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** The targeting with each variation renamed. `rename` also gets its path. */
export function renamedTargeting(
  targeting: TargetingDefinition,
  rename: (variation: string, path: string) => string,
): TargetingDefinition {
  const rules = targeting.rules.map((rule, index) => {
    const path = `targeting.rules[${index}].serve`;
    return { ...rule, serve: serveWithKeys(rule.serve, path, rename) };
  });
  return { ...targeting, rules };
}

function serveWithKeys(
  serve: ServeDefinition,
  path: string,
  rename: (variation: string, path: string) => string,
): ServeDefinition {
  if (!('split' in serve)) return { ...serve, variation: rename(serve.variation, `${path}.variation`) };
  const split = serve.split.map((part, index) => ({
    ...part,
    variation: rename(part.variation, `${path}.split[${index}].variation`),
  }));
  return { ...serve, split };
}

/** Name, before and after of each default or override in a record. */
export function getPins({
  before,
  after,
}: HistoryRecord): [name: string, before: JsonValue | undefined, after: JsonValue | undefined][] {
  const [was, is] = [before, after].map((each) => new Map(Object.entries(each ?? {})));
  const all = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]);
  return [...all].map((name) => [name, was?.get(name), is?.get(name)]);
}
