import type { ChangeTransaction, Problem } from '@bunting/changes';
import type { SealingKeys } from '@bunting/webhooks';

/** A secret that the document left out, in clear for the only time. */
export interface GeneratedSecret {
  /** Where in the document it would have stood. */
  readonly path: string;
  readonly kind: 'api_key' | 'api_token' | 'password' | 'signing_secret';
  /** Whose it is, for people: `acme/web/staging`. */
  readonly subject: string;
  readonly value: string;
}

/** One application of a document: what its steps write with, and what they have to say. */
export interface BootstrapRun extends ProjectRun {
  readonly sealingKeys: SealingKeys;
}

/** The same of a project's part of a document, which holds no signing secrets. */
export interface ProjectRun {
  readonly transaction: ChangeTransaction;
  /** What a named project has and the document does not name is deleted. */
  readonly prune: boolean;
  /** Which environments are given a key where none is named: those without any, or only those that are made just now. */
  readonly generatesKeysFor: 'keyless environments' | 'new environments';
  readonly generated: GeneratedSecret[];
  /** What only the stored state reveals. One is enough to undo everything; the rest is still looked for. */
  readonly problems: Problem[];
}
