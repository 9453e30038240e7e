import { useEffect, useState } from 'react';

const prefix = 'bunting.draft:';

/** Whether anything in this browser is not saved. */
export function hasDrafts(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefix));
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
  const key = `${prefix}${name}`;
  const [stored, setStored] = useState(() => read<Value>(key));
  const [readFrom, setReadFrom] = useState(key);
  if (readFrom !== key) {
    setReadFrom(key);
    setStored(read<Value>(key));
  }
  useEffect(() => {
    // Another tab with the same document.
    const follow = (event: StorageEvent) => event.key === key && setStored(read<Value>(key));
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [key]);

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
    change: (value: Value) => {
      const from = isDraft ? { etag: stored.etag, base: stored.base ?? base } : { etag, base };
      const next = isSame(value, base) ? undefined : { ...from, value };
      write(key, next);
      setStored(next);
    },
    discard: () => {
      write(key, undefined);
      setStored(undefined);
    },
    /** Goes on from the version that the server has now, or the one that is given, with the same value or what both merge to. */
    rebase: (now: { etag?: string; base?: Value; value?: Value } = {}) => {
      const from = { etag, base, value: stored === undefined ? base : stored.value, ...now };
      const next = isSame(from.value, from.base) ? undefined : from;
      write(key, next);
      setStored(next);
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
  } catch {
    // Without storage the draft lives as long as the page.
  }
}
