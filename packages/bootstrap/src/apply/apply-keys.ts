import type { ProjectState } from '@bunting/changes';
import {
  changeEnvironmentKeys,
  readEnvironmentKeys,
  type EnvironmentKeyState,
  type EnvironmentState,
} from '@bunting/changes/environments';
import { generateEnvironmentKey, hashEnvironmentKey, getPossibleHashes } from '@bunting/authentication';
import type { KeyKind } from '@bunting/definitions';
import { memberPath } from '@bunting/definitions/checks';
import type { OrganisationState } from '@bunting/changes/organisations';
import { newId } from '@bunting/database';
import type { ProjectRun } from './bootstrap-run.ts';
import { parseKey, type EnvironmentInput, type KeyInput } from '../document/project-schema.ts';

interface KeyChange {
  readonly before?: EnvironmentKeyState | undefined;
  readonly after: EnvironmentKeyState;
}

const keyIsRevoked = 'was revoked: remove it, or set a new one';

/**
 * Creates, renames and, with `prune`, revokes the keys of the environments that the document names. Matches keys by their hash. A
 * revoked key stays revoked: the person who revoked it may not be able to change the document.
 */
export async function applyKeys(
  run: ProjectRun,
  organisation: OrganisationState,
  project: ProjectState,
  environments: { readonly named: readonly EnvironmentState[]; readonly isNew: readonly boolean[] },
  inputs: readonly EnvironmentInput[],
  path: string,
): Promise<void> {
  const { transaction, prune, generated } = run;
  const owners = await readKeyOwners(run, organisation, inputs);
  const stored = await readEnvironmentKeys(transaction, project);
  const changes: KeyChange[] = [];
  for (const [index, { api_keys: keys }] of inputs.entries()) {
    const environment = environments.named[index] as EnvironmentState;
    const keysPath = memberPath(`${path}[${index}]`, 'api_keys');
    const known = new Map(
      stored.filter((key) => key.environmentId === environment.id).map((key) => [key.keyHash, key]),
    );
    for (const [keyIndex, input] of (keys ?? []).entries()) {
      const change = namedKey(run, environment, { known, owners }, input, `${keysPath}[${keyIndex}]`);
      if (change === undefined) continue;
      known.delete(change.after.keyHash);
      changes.push(change);
    }
    const mayGenerate = run.generatesKeysFor === 'keyless environments' || environments.isNew[index];
    if (keys === undefined && known.size === 0 && mayGenerate) {
      const value = run.dryRun ? null : generateEnvironmentKey('server');
      const subject = `${organisation.slug}/${project.slug}/${environment.slug}`;
      generated.push({ path: `${keysPath}[0]`, kind: 'api_key', subject, value });
      if (value !== null) changes.push({ after: newKey(run, environment, value, 'server') });
    }
    // Without a list the stored keys stay: only their hashes are stored, so an export cannot name them.
    if (prune && keys !== undefined) {
      for (const before of known.values()) {
        changes.push({ before, after: { ...before, revokedAt: before.revokedAt ?? transaction.now } });
      }
    }
  }
  await changeEnvironmentKeys(transaction, project, changes);
}

/**
 * Returns the named key. Returns undefined and adds a problem if the key belongs to another environment or is of
 * another kind.
 */
function namedKey(
  run: ProjectRun,
  environment: EnvironmentState,
  stored: {
    /** The keys of the environment by hash. */
    readonly known: ReadonlyMap<string, EnvironmentKeyState>;
    readonly owners: ReadonlyMap<string, string>;
  },
  input: KeyInput,
  path: string,
): KeyChange | undefined {
  const { key, kind, name } = parseKey(input);
  const hashes = getPossibleHashes(key);
  const before = hashes.map((hash) => stored.known.get(hash)).find((each) => each !== undefined);
  const owner = hashes.map((hash) => stored.owners.get(hash)).find((each) => each !== undefined);
  if (before === undefined && owner !== undefined) {
    run.problems.push({ path, message: `belongs to ${owner}` });
    return undefined;
  }
  if (before === undefined) return { after: { ...newKey(run, environment, key, kind), name: name ?? null } };
  if (before.kind !== kind) {
    run.problems.push({ path, message: `is a ${before.kind} key, and a key can't change its kind` });
    return undefined;
  }
  if (before.revokedAt !== null) run.warnings.push({ path, message: keyIsRevoked });
  return { before, after: { ...before, name: name ?? before.name } };
}

function newKey(
  { createdById }: ProjectRun,
  { id: environmentId }: EnvironmentState,
  key: string,
  kind: KeyKind,
): EnvironmentKeyState {
  const { hash: keyHash, lastFour } = hashEnvironmentKey(key, kind);
  return { id: newId(), environmentId, name: null, kind, keyHash, lastFour, createdById, revokedAt: null };
}

/**
 * Reads, by hash, the environments that already have keys of the document, as text. Does not name other
 * organisations.
 */
async function readKeyOwners(
  { transaction: { client } }: ProjectRun,
  organisation: OrganisationState,
  inputs: readonly EnvironmentInput[],
): Promise<Map<string, string>> {
  const hashes = inputs.flatMap(({ api_keys: keys = [] }) =>
    keys.flatMap((input) => getPossibleHashes(parseKey(input).key)),
  );
  const { rows } = await client.query<{ hash: string; owner: string }>(
    `SELECT key.key_hash AS hash, CASE WHEN organisation.id = $2
              THEN concat_ws('/', organisation.slug, project.slug, environment.slug)
              ELSE 'another organisation' END AS owner
     FROM environment_key key JOIN environment ON environment.id = key.environment_id
     JOIN project ON project.id = environment.project_id
     JOIN organisation ON organisation.id = project.organisation_id
     WHERE key.key_hash = ANY($1)`,
    [hashes, organisation.id],
  );
  return new Map(rows.map(({ hash, owner }) => [hash, owner]));
}
