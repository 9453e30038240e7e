import type { ProjectNaming } from '@bunting/definitions/naming';
import type { AdviceSettings } from '@bunting/definitions';
import type { ChangeTransaction } from '../change-transaction.ts';

/** A project. Ids are UUIDs; `slug` is lower-cased and unique in the organisation. */
export interface ProjectState {
  readonly id: string;
  readonly organisationId: string;
  readonly slug: string;
  readonly name: string;
  /** True if new variables are client-side by default. */
  readonly clientByDefault: boolean;
  /** The patterns that slugs of new features and variables must match; null = none. */
  readonly naming: ProjectNaming | null;
  /** When features count as unused, constant or old; null = `defaultAdvice`. */
  readonly advice: AdviceSettings | null;
}

/**
 * Reads a project and locks it (`FOR NO KEY UPDATE`): until the transaction ends nobody else changes it or anything in it, so
 * two writers cannot overwrite each other's changes. Returns undefined if the project does not exist.
 * A transaction that also changes environments, their keys or the project itself locks the organisation first: that
 * is the order in which fragments are locked.
 */
export async function lockProject(
  { client }: ChangeTransaction,
  organisation: { readonly id: string },
  slug: string,
): Promise<ProjectState | undefined> {
  const { rows } = await client.query<ProjectState>(
    `SELECT id, organisation_id AS "organisationId", slug, name, client_by_default AS "clientByDefault", naming, advice
     FROM project
     WHERE organisation_id = $1 AND slug = $2 FOR NO KEY UPDATE`,
    [organisation.id, slug],
  );
  return rows[0];
}
