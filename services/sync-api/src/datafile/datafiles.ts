import type { CatalogEnvironment, CatalogListeners, CatalogStore, StoredDocuments } from '@bunting/datafile';
import { createDatafileCache, type CompressedDatafile, type MadeDatafile } from './datafile-cache.ts';
import { writeDatafile } from './datafile-text.ts';

/** The datafiles of a process. */
export interface Datafiles extends CatalogListeners {
  /**
   * Returns the changes since a version; everything, if they are unknown, too many, or no version is given. Returns undefined if the
   * environment was deleted. `evaluator` numbers what the client understands. Rejects with DatafileUnavailable when PostgreSQL is down and no copy has the environment.
   */
  get(
    environment: CatalogEnvironment,
    since: number | undefined,
    evaluator: number,
  ): Promise<CompressedDatafile | undefined>;
}

interface Setting {
  readonly personalData: boolean;
  /** The version from which on it is known to have this value. */
  readonly since: number;
}

/** The first evaluators do not know prerequisites; the second ones do. */
const firstEvaluatorWithPrerequisites = 2;

class Deleted extends Error {}

export function createDatafiles(options: { environments: CatalogStore; maxCachedBytes: number }): Datafiles {
  const { environments } = options;
  const cache = createDatafileCache({ maxBytes: options.maxCachedBytes });
  /** By environment. A delta across a switch of the setting would leave what the switch alters without a new version. */
  const settings = new Map<string, Setting>();

  function settingOf({ environmentId, version, access }: CatalogEnvironment): Setting {
    const personalData = access.datafilePersonalData;
    let setting = settings.get(environmentId);
    if (setting?.personalData !== personalData) {
      setting = { personalData, since: version };
      settings.set(environmentId, setting);
    }
    return setting;
  }

  async function makeDelta(
    environment: CatalogEnvironment,
    since: number,
    knowsPrerequisites: boolean,
  ): Promise<MadeDatafile> {
    const setting = settingOf(environment);
    const { environmentId, version, access, catalog } = environment;
    const none: MadeDatafile = { version, extent: 'none', text: '' };
    const read = await environments.readChange(environmentId, since, version);
    if (read === undefined || read.version <= since) return none;
    const personalData = read.access ? (read.access.datafile_personal_data ?? true) : setting.personalData;
    const mayHaveSwitched = read.access !== undefined && since < setting.since;
    if (mayHaveSwitched || personalData !== setting.personalData) return none;
    // Without personal data a segment decides which features are sent that did not change themselves.
    if (!personalData && hasSegments(read)) return none;
    const withoutPersonalData = personalData
      ? undefined
      : { personalSegments: new Set(catalog.personalSegments.values()) };
    const text = await writeDatafile({ ...read, since, access, withoutPersonalData, knowsPrerequisites });
    return { version: read.version, extent: 'delta', text };
  }

  async function whole(
    environment: CatalogEnvironment,
    knowsPrerequisites: boolean,
  ): Promise<CompressedDatafile> {
    const { environmentId, version, access } = environment;
    const name = `${environmentId} ${version} ${knowsPrerequisites}`;
    const make = () => makeWhole(environments, environment, knowsPrerequisites);
    const made = await cache.get(access.organisation.id, name, make);
    // A copy was behind: the next request asks again.
    if (made.version < version) cache.forget(name);
    return made;
  }

  async function delta(
    environment: CatalogEnvironment,
    since: number,
    knowsPrerequisites: boolean,
  ): Promise<CompressedDatafile> {
    const { environmentId, version, access } = environment;
    const name = `${environmentId} ${version} ${knowsPrerequisites} ${since}`;
    // PostgreSQL is away: a copy may have everything.
    const made = await cache
      .get(access.organisation.id, name, () => makeDelta(environment, since, knowsPrerequisites))
      .catch(() => undefined);
    return made === undefined || made.extent === 'none' ? whole(environment, knowsPrerequisites) : made;
  }

  return {
    async get(environment, since, evaluator) {
      const knowsPrerequisites = evaluator >= firstEvaluatorWithPrerequisites;
      settingOf(environment);
      try {
        const isKnown = since !== undefined && since < environment.version;
        return await (isKnown
          ? delta(environment, since, knowsPrerequisites)
          : whole(environment, knowsPrerequisites));
      } catch (error) {
        if (error instanceof Deleted) return undefined;
        throw error;
      }
    },
    onNewVersion({ environment }) {
      if (settings.has(environment.environmentId)) settingOf(environment);
    },
    onDropped: (environmentId) => void settings.delete(environmentId),
  };
}

async function makeWhole(
  environments: CatalogStore,
  environment: CatalogEnvironment,
  knowsPrerequisites: boolean,
): Promise<MadeDatafile> {
  const read = await environments.readWhole(environment.environmentId);
  if (read === undefined) throw new Deleted();
  const { access } = environment;
  // Without an access fragment what is known of it counts, because what is sent once cannot be taken back.
  const personalData = read.access
    ? (read.access.datafile_personal_data ?? true)
    : access.datafilePersonalData;
  const withoutPersonalData = personalData ? undefined : { personalSegments: new Set<string>() };
  const parts = { ...read, since: null, access, withoutPersonalData, knowsPrerequisites };
  return { version: read.version, extent: 'whole', text: await writeDatafile(parts) };
}

function hasSegments({ fragments }: StoredDocuments): boolean {
  return fragments.some(({ kind }) => kind === 'segment');
}
