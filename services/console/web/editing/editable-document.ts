import type { ProposedChange } from '../api/change-requests.ts';
import type { Subject } from '../api/live/remote-changes.ts';
import type { Version } from './draft-storage.ts';

/** A line of the audit log: with the name of the document, and without it. */
export interface Difference {
  readonly text: string;
  readonly what: string;
}

/** The answer of a dry run. */
export interface Preview {
  readonly changes: readonly Difference[];
}

/** A stored version with the change that made it. */
export interface Saved<Value> extends Version<Value> {
  /** Absent = nothing changed. */
  readonly changeId: string | undefined;
}

/** A part that two people changed differently. */
export interface Conflict {
  readonly path: string;
  readonly message: string;
  readonly now: unknown;
  readonly wanted: unknown;
}

/** Chosen sides of conflicts, by path: the stored one or the draft's. */
export type Choices = Readonly<Record<string, 'now' | 'wanted'>>;

/** A document that can be edited, by the operations that the editor needs. */
export interface EditableDocument<Value, Answer extends Preview = Preview> {
  /** Names its draft in the storage, beginning with the account, and its queries. */
  readonly name: string;
  /** The draft ends with the dialog that edits it. */
  readonly isEphemeral?: boolean;
  /** Recognises changes of it in the change stream. */
  readonly subject: Subject;
  /** The dry run runs after each edit, because the page shows its result; otherwise it runs at the review. */
  readonly isPreviewLive?: boolean;
  /** Reads the stored version. */
  read(): Promise<Version<Value>>;
  /** Returns the changes that saving would make, without making them. Throws if the server refuses them or somebody else saved first. */
  dryRun(change: Change<Value>, signal: AbortSignal): Promise<Answer>;
  /** Saves, and updates the query cache. */
  save(change: Change<Value>, comment: string | undefined): Promise<Saved<Value>>;
  /** Returns the request that saves the value, for a change request. Absent = it cannot be proposed. */
  toProposedChange?(change: Change<Value>): ProposedChange;
  /** Merges the draft with the stored version on the server. Absent = in the browser, field by field. */
  merge?(change: Change<Value>, choices: Choices): Promise<Merged<Value>>;
  /** Returns the text of a line of the audit log in the dialogs. */
  describe(difference: Difference): string;
  /** Returns whether a field of the page shows the errors of a path. All others are listed in the save bar. */
  hasField(path: string, value: Value): boolean;
  /** Returns the name of a path on the page, for pages whose fields can be out of view. */
  namePath?(path: string, value: Value): string;
  /** Returns the number of values that are not valid to send. */
  countUnsendable?(value: Value): number;
  /** Returns a value in terms of another stored version; absent = the value itself. */
  carryOver?(value: Value, stored: Value): Value;
  /** Returns the value as the API takes it, for Copy as JSON. */
  toBody?(value: Value): unknown;
}

/** An edited value and the version that it is based on. */
export interface Change<Value> {
  readonly base: Version<Value>;
  readonly value: Value;
}

interface Merged<Value> {
  readonly merged: Value;
  readonly conflicts: readonly Conflict[];
}
