/** The stream of concurrent changes while the tab is visible. It invalidates queries and notifies listeners, but ignores changes of this page. */
import { createEventStreamParser, type StreamEvent } from '@bunting/sdk-core';
import type { QueryClient } from '@tanstack/react-query';
import { base } from '../base.ts';
import { isOwnChange, remember, rememberOwn } from './own-changes.ts';
import { isTouched, type ReportedChange } from './touched.ts';

export type { ReportedChange } from './touched.ts';

type Listener = (change: ReportedChange) => void;

const listeners = new Set<Listener>();
/** Ids that were processed, because an event can arrive twice. */
const known = new Set<string>();

/** The number of running writes. Events wait for them, because only their responses tell which changes are own. */
let writes = 0;
const waiting: (() => void)[] = [];

/** Registers a write. Call the returned function with the change id of the response; null = no change. */
export function beginWrite(): (changeId: string | null) => void {
  writes += 1;
  return (changeId) => {
    if (changeId !== null) rememberOwn(changeId);
    writes -= 1;
    if (writes === 0) for (const tell of waiting.splice(0)) tell();
  };
}

export function onChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const minDelayMs = 1_000;
const maxDelayMs = 30_000;

/** Follows an organisation's changes. Returns the function that stops. */
export function followChanges(org: string, client: QueryClient): () => void {
  const ended = new AbortController();
  let lastId: string | undefined;
  let delayMs = minDelayMs;
  let reading: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function take({ id, event, data }: StreamEvent): void {
    if (event === 'hello') {
      delayMs = minDelayMs;
      if (!(JSON.parse(data) as { is_complete: boolean }).is_complete) void client.invalidateQueries();
    } else if (event === 'evaluated') {
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === org });
    } else if (event === 'change') {
      if (id !== undefined) lastId = id;
      const change = JSON.parse(data) as ReportedChange;
      if (writes > 0) waiting.push(() => tell(change));
      else tell(change);
    }
  }

  function tell(change: ReportedChange): void {
    if (known.has(change.id)) return;
    remember(known, change.id);
    // Own changes have already invalidated their queries.
    if (isOwnChange(change.change_id)) return;
    void client.invalidateQueries({ predicate: ({ queryKey }) => isTouched(queryKey, org, change) });
    for (const listener of listeners) listener(change);
  }

  async function read(): Promise<void> {
    reading = new AbortController();
    try {
      const response = await fetch(`${base}/settings/v1/organisations/${encodeURIComponent(org)}/changes`, {
        headers: { Accept: 'text/event-stream', ...(lastId !== undefined && { 'Last-Event-ID': lastId }) },
        signal: AbortSignal.any([reading.signal, ended.signal]),
      });
      if (response.ok && response.body) await readEvents(response.body, take);
      // Refused: the session has ended, or the user has too many streams. Both pass slowly.
      else delayMs = maxDelayMs;
    } catch {
      // The stream reconnects. Reads of the page show the error.
    }
    again();
  }

  function again(): void {
    if (ended.signal.aborted || document.visibilityState === 'hidden') return;
    timer = setTimeout(() => void read(), delayMs);
    delayMs = Math.min(delayMs * 2, maxDelayMs);
  }

  // Browsers allow few connections to one address, so hidden tabs keep none.
  function follow(): void {
    clearTimeout(timer);
    if (document.visibilityState === 'hidden') reading?.abort();
    else void read();
  }

  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', follow);
    ended.abort();
  };
}

async function readEvents(
  body: ReadableStream<Uint8Array>,
  take: (event: StreamEvent) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  const parser = createEventStreamParser();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    for (const event of parser.read(value)) take(event);
  }
}
