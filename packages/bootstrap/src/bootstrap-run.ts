import type { ChangeTransaction } from '@bunting/changes';
import type { Problem } from '@bunting/definitions';
import type { SealingKeys } from '@bunting/webhooks';

/** A secret that the document left out. */
export interface LeftOutSecret {
  /** Where in the document it would have stood. */
  readonly path: string;
  readonly kind: 'api_key' | 'api_token' | 'password' | 'signing_secret';
  /** Whose it is, for people: `acme/web/staging`. */
  readonly subject: string;
  /** In clear for the only time; `null` in a dry run: it will be made. */
  readonly value: string | null;
}

export interface GeneratedSecret extends LeftOutSecret {
  readonly value: string;
}

/** One application of a document: what its steps write with, and what they have to say. */
export interface BootstrapRun extends ProjectRun {
  readonly dryRun: false;
  readonly generated: GeneratedSecret[];
  readonly sealingKeys: SealingKeys;
}

/** The same of a project's part of a document, which holds no signing secrets. */
export interface ProjectRun {
  readonly transaction: ChangeTransaction;
  /** What a named project has and the document does not name is deleted. */
  readonly prune: boolean;
  /** That nothing will stay: what would be made up is told, not made, or it would be another one each time. */
  readonly dryRun: boolean;
  /** The account that is said to have made new keys; `null` = none, a document of the installation did. */
  readonly createdById: string | null;
  /** Which environments are given a key where none is named: those without any, or only those that are made just now. */
  readonly generatesKeysFor: 'keyless environments' | 'new environments';
  readonly generated: LeftOutSecret[];
  /** What the document says and is not done, for the good of what somebody else decided since. */
  readonly warnings: Problem[];
  /** What only the stored state reveals. One is enough to undo everything; the rest is still looked for. */
  readonly problems: Problem[];
}
