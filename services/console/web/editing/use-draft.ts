import { useEffect, useState } from 'react';
import { useToast } from '../design/floating/toast.tsx';
import { draftEvent, keyOfDraft, subjectOf } from './stored-draft.ts';

/** What was written last in this page, by key, also where it is what the server had: a save that is under way may give it something else. */
const written = new Map<string, Stored<unknown>>();

/** Whether anything in this browser is not saved. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(keyOfDraft('')));
  } catch {
    return false;
  }
}

interface Stored<Value> {
  /** The version that it began from. */
  readonly etag: string;
  readonly value: Value;
  /** What the server had then; absent = an older release wrote the draft. */
  readonly base?: Value;
}

/**
 * What somebody has written and not saved, kept in the browser under the account and its place: it survives a reload, a crash, a session that
 * ends, and a save that fails. `base` is what the server has; a value equal to it is no draft.
 */
export function useDraft<Value>(name: string, { etag, base }: { etag: string; base: Value }) {
  const key = keyOfDraft(name);
  const tell = useToast();
  const [known, setKnown] = useState(() => ({ key, stored: read<Value>(key) }));
  const isOfKey = known.key === key;
  const stored = isOfKey ? known.stored : read<Value>(key);
  if (!isOfKey) setKnown({ key, stored });
  useEffect(() => {
    // Another tab with the same document, or Undo in this one.
    const follow = (event: StorageEvent) => event.key === key && setKnown({ key, stored: read<Value>(key) });
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [key]);

  /** A value that is what the server has is not kept. */
  function keep(next: Stored<Value>, serverHas: Value) {
    const kept = isSame(next.value, serverHas) ? undefined : next;
    written.set(key, next);
    write(key, kept);
    setKnown({ key, stored: kept });
  }
  function forget() {
    written.delete(key);
    write(key, undefined);
    setKnown({ key, stored: undefined });
  }
  /** Undo of it may come when another page is shown, or when one has begun anew: then that gives way, and can be brought back, too. */
  function say(gone: Stored<Value> | undefined) {
    if (gone === undefined) return;
    tell(`Discarded what you changed of ${subjectOf(name)}.`, {
      undo() {
        const since = read<Value>(key);
        written.set(key, gone);
        write(key, gone);
        dispatchEvent(new StorageEvent('storage', { key }));
        setKnown({ key, stored: gone });
        say(since);
      },
    });
  }

  const isDraft = stored !== undefined && !isSame(stored.value, base);
  return {
    value: isDraft ? stored.value : base,
    isDraft,
    /** What it began from, for a merge with what somebody else has saved. */
    base: isDraft ? (stored.base ?? base) : base,
    /** The version that the draft began from, for If-Match. */
    etag: isDraft ? stored.etag : etag,
    /** The version that the server has. */
    serverEtag: etag,
    /** The server has another version than the draft began from. */
    isBehind: isDraft && stored.etag !== etag,
    change: (value: Value) =>
      keep({ ...(isDraft ? { etag: stored.etag, base: stored.base ?? base } : { etag, base }), value }, base),
    /** Said by a toast, whose Undo brings it back. */
    discard: () => {
      forget();
      say(stored);
    },
    /**
     * After `sent` was saved: what was written since stays unsaved, on top of what the server answered. `restOf` says what is left of it,
     * where a value is not all of a document. Without `now` it stays as it is, behind the version that was saved.
     */
    settle: (sent: Value, now?: { etag: string; base: Value }, restOf = (value: Value) => value) => {
      // Not what this render knows: somebody has gone on writing, here or in another tab.
      const present = read<Value>(key) ?? (written.get(key) as Stored<Value> | undefined);
      if (present === undefined || isSame(present.value, sent)) forget();
      else if (now) keep({ ...now, value: restOf(present.value) }, now.base);
    },
    /** Goes on from the version that the server has now, or the one that is given, with the same value or what both merge to. */
    rebase: (now: { etag?: string; base?: Value; value?: Value } = {}) => {
      const from = { etag, base, value: stored === undefined ? base : stored.value, ...now };
      keep(from, from.base);
    },
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function read<Value>(key: string): Stored<Value> | undefined {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as Stored<Value>);
  } catch {
    return undefined;
  }
}

function write(key: string, stored: unknown): void {
  try {
    if (stored === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(stored));
    dispatchEvent(new Event(draftEvent));
  } catch {
    // Without storage the draft lives as long as the page.
  }
}
