import {
  changeEnvironmentKeys,
  changeEnvironments,
  type EnvironmentKeyState,
  type EnvironmentState,
  type ProjectState,
  readEnvironmentKeys,
  readEnvironments,
} from '@bunting/changes';
import { generateEnvironmentKey, hashEnvironmentKey } from '@bunting/authentication';
import { storedSlug } from '@bunting/definitions';
import { memberPath } from '@bunting/definitions/checks';
import type { OrganisationState } from '@bunting/changes/organisations';
import { newId } from '@bunting/database';
import type { ProjectRun } from './bootstrap-run.ts';
import { keyOf, type EnvironmentInput, type ProjectInput } from '../document/project-schema.ts';

/** Creates, updates and, with `prune`, deletes environments and their keys. Returns the environments that exist afterwards. */
export async function applyEnvironments(
  run: ProjectRun,
  organisation: OrganisationState,
  project: ProjectState,
  { environments: inputs = [] }: ProjectInput,
  path: string,
): Promise<readonly EnvironmentState[]> {
  const { transaction, prune } = run;
  const stored = new Map((await readEnvironments(transaction, project)).map((each) => [each.slug, each]));
  const changes = inputs.map((input) => {
    const slug = storedSlug(input.slug);
    const before = stored.get(slug);
    stored.delete(slug);
    const after: EnvironmentState = {
      id: before?.id ?? newId(),
      slug,
      name: input.name ?? before?.name ?? input.slug,
      protected: input.protected ?? before?.protected ?? false,
    };
    return { before, after };
  });
  const unnamed = [...stored.values()];
  await changeEnvironments(transaction, project, [
    ...changes,
    ...(prune ? unnamed.map((before) => ({ before })) : []),
  ]);

  const named = changes.map(({ after }) => after);
  const isNew = changes.map(({ before }) => before === undefined);
  await applyKeys(run, organisation, project, { named, isNew }, inputs, path);
  return prune ? named : [...named, ...unnamed];
}

const keyIsRevoked = 'was revoked, and stays so: leave it out, or name a new one';

/** Keys are matched by their hash. A revoked key stays revoked: the person who revoked it may not be able to change the document. */
async function applyKeys(
  run: ProjectRun,
  organisation: OrganisationState,
  project: ProjectState,
  environments: { readonly named: readonly EnvironmentState[]; readonly isNew: readonly boolean[] },
  inputs: readonly EnvironmentInput[],
  path: string,
): Promise<void> {
  const { transaction, prune, dryRun, problems, warnings, generated } = run;
  const owners = await keyOwners(run, organisation, inputs);
  const stored = await readEnvironmentKeys(transaction, project);
  const changes: { before?: EnvironmentKeyState | undefined; after: EnvironmentKeyState }[] = [];
  for (const [index, { api_keys: keys }] of inputs.entries()) {
    const { id: environmentId, slug } = environments.named[index] as EnvironmentState;
    const keysPath = memberPath(`${path}[${index}]`, 'api_keys');
    const known = new Map(
      stored.filter((key) => key.environmentId === environmentId).map((key) => [key.keyHash, key]),
    );
    for (const [keyIndex, input] of (keys ?? []).entries()) {
      const { hash: keyHash, lastFour } = hashEnvironmentKey(keyOf(input));
      const before = known.get(keyHash);
      known.delete(keyHash);
      if (before === undefined && owners.has(keyHash)) {
        problems.push({ path: `${keysPath}[${keyIndex}]`, message: `belongs to ${owners.get(keyHash)}` });
        continue;
      }
      const revokedAt = before?.revokedAt ?? null;
      if (revokedAt !== null) warnings.push({ path: `${keysPath}[${keyIndex}]`, message: keyIsRevoked });
      const given = typeof input === 'string' ? undefined : input.name;
      const name = given ?? before?.name ?? null;
      const createdById = before === undefined ? run.createdById : before.createdById;
      const id = before?.id ?? newId();
      changes.push({ before, after: { id, environmentId, name, keyHash, lastFour, createdById, revokedAt } });
    }
    const mayGenerate = run.generatesKeysFor === 'keyless environments' || environments.isNew[index];
    if (keys === undefined && known.size === 0 && mayGenerate) {
      const value = dryRun ? null : generateEnvironmentKey();
      const subject = `${organisation.slug}/${project.slug}/${slug}`;
      generated.push({ path: `${keysPath}[0]`, kind: 'api_key', subject, value });
      if (value !== null) {
        const { hash: keyHash, lastFour } = hashEnvironmentKey(value);
        const { createdById } = run;
        const after = {
          id: newId(),
          environmentId,
          name: null,
          keyHash,
          lastFour,
          createdById,
          revokedAt: null,
        };
        changes.push({ after });
      }
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

/** Key hash → the environment that already has the key, in words. Other organisations are not named. */
async function keyOwners(
  { transaction: { client } }: ProjectRun,
  organisation: OrganisationState,
  inputs: readonly EnvironmentInput[],
): Promise<Map<string, string>> {
  const hashes = inputs.flatMap(({ api_keys: keys = [] }) =>
    keys.map((key) => hashEnvironmentKey(keyOf(key)).hash),
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
