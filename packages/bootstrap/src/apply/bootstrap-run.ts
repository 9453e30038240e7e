import type { PasswordHashes } from '@bunting/authentication';
import type { ChangeTransaction } from '@bunting/changes';
import type { Problem } from '@bunting/definitions/checks';
import type { Plan } from '@bunting/definitions/organisations';
import type { SealingKeys } from '@bunting/sealed-secrets';

/** A secret that the document left out. */
export interface OmittedSecret {
  /** Its path in the document, if the document had given it. */
  readonly path: string;
  readonly kind: 'api_key' | 'api_token' | 'password' | 'signing_secret';
  /** Its owner in words: `acme/web/staging`. */
  readonly subject: string;
  /** In clear, which is shown only once; `null` in a dry run, which generates nothing. */
  readonly value: string | null;
}

/** A secret that the document left out, with the value that was generated for it. */
export interface GeneratedSecret extends OmittedSecret {
  readonly value: string;
}

/** One application of a document: what its steps write with and report to. */
export interface BootstrapRun extends ProjectRun {
  readonly dryRun: false;
  readonly generated: GeneratedSecret[];
  readonly sealingKeys: SealingKeys;
  /** The plan of new organisations, where the document names none. */
  readonly defaultPlan: Plan;
  readonly passwordHashes: PasswordHashes;
}

/** The same for a project's part of a document, which contains no signing secrets. */
export interface ProjectRun {
  readonly transaction: ChangeTransaction;
  /** Deletes what the document does not name in the projects that it names. */
  readonly prune: boolean;
  /** Everything is rolled back, so secrets are reported but not generated: the ones of a later run would differ. */
  readonly dryRun: boolean;
  /** The account that new keys name as their maker; `null` = none, a document of the installation made them. */
  readonly createdById: string | null;
  /** Which environments without `api_keys` in the document get a key: all that have none, or only new ones. */
  readonly generatesKeysFor: 'keyless environments' | 'new environments';
  readonly generated: OmittedSecret[];
  /** Entries of the document that are not applied, because a person has changed the stored ones since. */
  readonly warnings: Problem[];
  /** Contradictions with the stored state. One rolls everything back; the others are still collected. */
  readonly problems: Problem[];
}
