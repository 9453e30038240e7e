import type { FeatureFragment, JsonValue } from '@bunting/evaluator/definition';
import { createDatafile } from '../vectors/fragments.ts';
import type { Project } from '../vectors/project.ts';
import type { Expectation } from '../vectors/vector-file.ts';

/** One evaluation with everything that it needs, for a runner in any language. */
export interface KitCase {
  /** A sentence, with the file of the vector in front. */
  readonly name: string;
  readonly request: {
    /** As the service sends it, with no more than this evaluation needs. */
    readonly datafile: JsonValue;
    readonly key: string;
    /** The `user` of a request. */
    readonly context: JsonValue;
    /** ISO 8601. */
    readonly now: string;
  };
  readonly expect: Expectation & { readonly key: string };
}

/** The time for vectors without one. */
const someTime = '2026-07-01T00:00:00Z';

/** Returns the evaluation vectors with datafiles and all defaults. */
export function toKitCases(project: Project): KitCase[] {
  const datafile = createDatafile(project);
  return project.vectors.map(({ name, key, user, now = someTime, expect }) => {
    const keys = withPrerequisites(datafile.fragments, key.toLowerCase());
    const isNeeded = ({ kind, document }: Fragment) => kind === 'segment' || hasVariable(document, keys);
    const needed = { ...datafile, fragments: datafile.fragments.filter(isNeeded) };
    const request = { datafile: needed as unknown as JsonValue, key, context: user, now };
    return { name: `${project.path}: ${name}`, request, expect: { key, ...expect } };
  });
}

type Fragment = ReturnType<typeof createDatafile>['fragments'][number];

/** Returns the slugs of a variable and of those that prerequisites lead to from it. */
function withPrerequisites(fragments: readonly Fragment[], key: string): ReadonlySet<string> {
  const keys = new Set([key]);
  for (const each of keys) {
    const fragment = fragments.find(({ document }) => hasVariable(document, new Set([each])));
    const { targeting } = (fragment?.document ?? {}) as Partial<FeatureFragment>;
    for (const { variable } of targeting?.prerequisites ?? []) keys.add(variable);
  }
  return keys;
}

function hasVariable(document: unknown, keys: ReadonlySet<string>): boolean {
  const { variables } = (document ?? {}) as { variables?: readonly { slug: string }[] };
  return variables?.some(({ slug }) => keys.has(slug)) ?? false;
}
