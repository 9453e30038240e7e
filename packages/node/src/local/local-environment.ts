import {
  compileInSteps,
  createDatafile,
  createInternPool,
  type CompiledFragment,
  type Datafile,
  type DatafileFragment,
  type DocumentSource,
} from '@bunting/evaluator';
import type { FeatureFragment, SegmentFragment } from '@bunting/evaluator/definition';
import type { Runtime } from '../schedule/runtime.ts';
import type { DatafileMessage, MessageFragment } from './datafile-message.ts';

/** A version of an environment. */
export interface LoadedEnvironment extends Omit<DatafileMessage, 'since' | 'fragments'> {
  readonly datafile: Datafile;
  /** Variables that the service must evaluate, because their rules name people. */
  readonly remoteKeys: ReadonlySet<string>;
  /** Variables whose values may depend on the time. Evaluations of others do not read the clock, which takes as long as a rule. */
  readonly timedKeys: ReadonlySet<string>;
}

/** The environment in this process. */
export interface LocalEnvironment {
  readonly loaded: LoadedEnvironment | undefined;
  /**
   * Compiles the message while evaluation goes on with the version before, then replaces that at once. Resolves with the variables whose values may
   * have changed.
   */
  apply(message: DatafileMessage): Promise<readonly string[]>;
  /** Returns the whole datafile as JSON, as the service would send it. */
  text(): string;
}

interface StoredFragment {
  readonly kind: MessageFragment['kind'];
  readonly text: string;
  /** The variables of the feature. */
  readonly slugs: readonly string[];
  readonly isRemote: boolean;
  readonly isTimed: boolean;
}

/** The maximum time for which compiling blocks the event loop. */
const sliceMs = 4;

export function createLocalEnvironment(runtime: Pick<Runtime, 'now' | 'setImmediate'>): LocalEnvironment {
  const pool = createInternPool();
  let loaded: LoadedEnvironment | undefined;
  let stored = new Map<string, StoredFragment>();

  async function compile(fragments: readonly DatafileFragment[]): Promise<CompiledFragment[]> {
    const compiled: CompiledFragment[] = [];
    let endsAt = runtime.now() + sliceMs;
    async function pause(): Promise<void> {
      if (runtime.now() < endsAt) return;
      await new Promise<void>((resolve) => runtime.setImmediate(resolve));
      endsAt = runtime.now() + sliceMs;
    }
    for (const fragment of fragments) {
      const steps = compileInSteps(fragment, pool);
      let step = steps.next();
      while (step.done !== true) {
        await pause();
        step = steps.next();
      }
      compiled.push(step.value);
      await pause();
    }
    return compiled;
  }

  return {
    get loaded() {
      return loaded;
    },
    async apply({ since, fragments, ...about }) {
      const isWhole = since === null;
      const before = stored;
      const next = new Map(isWhole ? [] : before);
      const texts: string[] = [];
      const source: DocumentSource = { read: (index) => JSON.parse(texts[index]!) as unknown };
      const given: DatafileFragment[] = [];
      for (const fragment of fragments) {
        const entry = toStoredFragment(fragment);
        if (entry === undefined) next.delete(fragment.id);
        else next.set(fragment.id, entry);
        // A feature is compiled at its first use: most applications use a few of them.
        const index = entry === undefined ? 0 : texts.push(entry.text) - 1;
        given.push(toEvaluatedFragment(fragment, entry, { source, index }));
      }
      const compiled = await compile(given);
      const datafile = isWhole || loaded === undefined ? createDatafile() : loaded.datafile;
      datafile.apply(compiled);
      stored = next;
      const remoteKeys = collectKeys(next, ({ isRemote }) => isRemote);
      const timedKeys = collectKeys(next, ({ isTimed }) => isTimed);
      loaded = { ...about, datafile, remoteKeys, timedKeys };
      return changedKeys(before, next, isWhole ? undefined : fragments);
    },
    text() {
      const fragments = [...stored].map(
        ([id, { kind, text }]) => `{"kind":"${kind}","id":${JSON.stringify(id)},"document":${text}}`,
      );
      const { version, environment, project, organisation } = loaded!;
      const about = JSON.stringify({ version, since: null, environment, project, organisation });
      return `${about.slice(0, -1)},"fragments":[${fragments.join(',')}]}`;
    },
  };
}

/** Returns the fragment as it is stored here; undefined = it was removed. */
function toStoredFragment({ kind, document }: MessageFragment): StoredFragment | undefined {
  if (document === null) return undefined;
  const { variables, remote } = document as { readonly variables?: unknown; readonly remote?: unknown };
  const slugs = (Array.isArray(variables) ? variables : [])
    .map((variable) => (variable as { readonly slug?: unknown } | null)?.slug)
    .filter((slug) => typeof slug === 'string');
  const text = JSON.stringify(document);
  return { kind, text, slugs, isRemote: kind === 'feature' && remote === true, isTimed: timed.test(text) };
}

/**
 * Finds schedules, stages of rollouts, and prerequisites, whose features may have some: nothing else depends on the time. A text may contain the
 * words without meaning these.
 */
const timed = /"(?:schedule|stages|prerequisites)"/;

/** Returns the fragment as it is evaluated here: nothing of a feature that the service must evaluate. */
function toEvaluatedFragment(
  { kind, id, document }: MessageFragment,
  entry: StoredFragment | undefined,
  again: { readonly source: DocumentSource; readonly index: number },
): DatafileFragment {
  if (entry === undefined || entry.isRemote) return { kind, id, document: null };
  if (kind === 'segment') return { kind, id, document: document as unknown as SegmentFragment };
  return { kind, id, document: document as unknown as FeatureFragment, again };
}

/** Returns the variables of the fragments that are included. */
function collectKeys(
  stored: ReadonlyMap<string, StoredFragment>,
  isIncluded: (fragment: StoredFragment) => boolean,
): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const fragment of stored.values()) {
    if (isIncluded(fragment)) for (const slug of fragment.slugs) keys.add(slug);
  }
  return keys;
}

/** @param fragments all that can differ; undefined = everything */
function changedKeys(
  before: ReadonlyMap<string, StoredFragment>,
  after: ReadonlyMap<string, StoredFragment>,
  fragments: readonly MessageFragment[] | undefined,
): readonly string[] {
  const ids = fragments?.map(({ id }) => id) ?? [...new Set([...before.keys(), ...after.keys()])];
  const changed = ids.filter((id) => before.get(id)?.text !== after.get(id)?.text);
  const entries = changed
    .flatMap((id) => [before.get(id), after.get(id)])
    .filter((each) => each !== undefined);
  const keys = new Set(entries.flatMap(({ slugs }) => slugs));
  if (entries.some(({ kind }) => kind === 'segment')) {
    for (const { text, slugs } of after.values()) {
      if (text.includes('"segment"')) for (const slug of slugs) keys.add(slug);
    }
  }
  // They may depend on what has changed, directly or not.
  for (const { kind, text, slugs } of keys.size === 0 ? [] : after.values()) {
    if (kind === 'feature' && text.includes('"prerequisites"')) for (const slug of slugs) keys.add(slug);
  }
  return [...keys].toSorted();
}
