/** Drafts in the storage of the browser, by account and document. They survive reloads, crashes and ended sessions. */

/** A version of a document on the server. */
export interface Version<Value> {
  readonly etag: string;
  readonly value: Value;
}

/** Unsaved changes: the version that they are based on, and the edited value. */
export interface Draft<Value> {
  readonly base: Version<Value>;
  readonly value: Value;
}

/** Returns whether two values are the same JSON. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The storage of one document's draft. */
export interface DraftStorage<Value> {
  /** Returns the draft; `stored` is the base of drafts that an older release wrote without one. */
  read(stored: Version<Value>): Draft<Value> | undefined;
  write(draft: Draft<Value> | undefined): void;
  /** Calls back when another tab, or Undo in this one, writes the draft. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void;
}

interface StoredDraft<Value> {
  readonly etag: string;
  readonly value: Value;
  readonly base?: Value;
}

/** The prefix of the storage keys of drafts, followed by the account. */
export const draftPrefix = 'bunting.draft:';

/** Dispatched in this window when a draft is written; other tabs receive `storage`. */
const draftEvent = 'bunting-draft';

/** Drafts of a browser without storage, which last as long as the page. */
const memory = new Map<string, string>();

/** Creates the storage of drafts with a name, which begins with the account. */
export function createDraftStorage<Value>(name: string): DraftStorage<Value> & { notify(): void } {
  const key = draftPrefix + name;
  return {
    read(stored) {
      const draft = parse<Value>(readText(key));
      if (draft === undefined) return undefined;
      return { base: { etag: draft.etag, value: draft.base ?? stored.value }, value: draft.value };
    },
    write(draft) {
      writeText(key, draft && { etag: draft.base.etag, base: draft.base.value, value: draft.value });
      dispatchEvent(new Event(draftEvent));
    },
    subscribe(listener) {
      const receive = (event: StorageEvent) => event.key === key && listener();
      addEventListener('storage', receive);
      return () => removeEventListener('storage', receive);
    },
    /** Makes editors in this window read the draft, as those in other tabs do. */
    notify: () => void dispatchEvent(new StorageEvent('storage', { key })),
  };
}

/** A storage for drafts that end with their dialog. */
export const noStorage: DraftStorage<never> = {
  read: () => undefined,
  write: () => {},
  subscribe: () => () => {},
};

/** Returns the value of a draft for screens that show it elsewhere; undefined = there is none. */
export const readDraftValue = (name: string): unknown => parse<unknown>(readText(draftPrefix + name))?.value;

/** Returns whether there is a draft with a name. Called on each key press, so it does not parse. */
export const hasDraft = (name: string): boolean => readText(draftPrefix + name) !== null;

/** Returns whether anything in this browser is unsaved. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(draftPrefix));
  } catch {
    return memory.size > 0;
  }
}

/** Calls back when any draft is written, in this tab or another one. */
export function subscribeToDrafts(listener: () => void): () => void {
  addEventListener('storage', listener);
  addEventListener(draftEvent, listener);
  return () => {
    removeEventListener('storage', listener);
    removeEventListener(draftEvent, listener);
  };
}

function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return memory.get(key) ?? null;
  }
}

function writeText(key: string, draft: StoredDraft<unknown> | undefined): void {
  const text = JSON.stringify(draft);
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    if (text === undefined) memory.delete(key);
    else memory.set(key, text);
  }
}

function parse<Value>(text: string | null): StoredDraft<Value> | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as StoredDraft<Value>);
  } catch {
    return undefined;
  }
}
