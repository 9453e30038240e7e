import type { Subject } from '../api/live/others-changes.ts';
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
  /** Undefined = nothing was changed. */
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

/** A noun that can be edited: its wire, in the words that the editor knows. */
export interface EditableDocument<Value, Answer extends Preview = Preview> {
  /** Names its draft in the storage, beginning with the account, and its queries. */
  readonly name: string;
  /** The draft ends with the dialog that edits it. */
  readonly isEphemeral?: boolean;
  /** Recognises changes of it in the change stream. */
  readonly subject: Subject;
  /** The dry run follows each edit, because the page shows what it says; otherwise it waits for the review. */
  readonly isPreviewLive?: boolean;
  /** Reads the stored version. */
  read(): Promise<Version<Value>>;
  /** Returns what saving would change; throws what the server refuses, or who saved first. Changes nothing. */
  dryRun(change: Change<Value>, signal: AbortSignal): Promise<Answer>;
  /** Saves, and puts the stored version into the query cache. Change requests will add `propose` beside it. */
  save(change: Change<Value>, comment: string | undefined): Promise<Saved<Value>>;
  /** Merges the draft with the stored version on the server. Absent = field by field, in the browser. */
  merge?(change: Change<Value>, choices: Choices): Promise<Merged<Value>>;
  /** Returns a line of the audit log as its dialogs show it. */
  describe(difference: Difference): string;
  /** Returns whether a field of the page shows the errors of a path; all others are listed where one saves. */
  hasField(path: string, value: Value): boolean;
  /** Returns the name of a path on the page, for pages whose fields may be out of sight. */
  namePath?(path: string, value: Value): string;
  /** Returns the number of parts that cannot be sent as they are written. */
  countUnsendable?(value: Value): number;
  /** Returns a value in terms of another stored version; absent = the value itself. */
  carryOver?(value: Value, stored: Value): Value;
  /** Returns the value as the API takes it, for Copy as JSON. */
  toBody?(value: Value): unknown;
}

/** An edited value and the version that it began from. */
export interface Change<Value> {
  readonly base: Version<Value>;
  readonly value: Value;
}

export interface Merged<Value> {
  readonly merged: Value;
  readonly conflicts: readonly Conflict[];
}
