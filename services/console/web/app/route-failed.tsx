import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import { base } from '../api/base.ts';
import { ApiError } from '../api/api-error.ts';
import { createUnreachableError, toApiError } from '../api/read-error.ts';
import { mayPass, retryDelayMs } from '../api/retries.ts';
import { Failed } from '../design/query-boundary.tsx';
import { hasDrafts } from '../editing/draft-storage.ts';

/** Replaces the browser's error, at which the router would reload the page. */
export class ChunkGone extends Error {
  override readonly name = 'ChunkGone';
  /** Distinguishes this failure from earlier ones of the chunk. */
  readonly attempt: number;
  /** The console could be reached when it was asked for, so that it is no use to ask again. */
  readonly wasReachable: boolean;
  /** Asks for it again, once the console can be reached. Never throws: what fails is thrown where it is drawn. */
  readonly again: () => Promise<void>;

  constructor(cause: unknown, failure: Pick<ChunkGone, 'attempt' | 'wasReachable' | 'again'>) {
    super('A chunk is gone.', { cause });
    this.attempt = failure.attempt;
    this.wasReachable = failure.wasReachable;
    this.again = failure.again;
  }
}

const isChunkGone = (error: unknown) =>
  error instanceof ChunkGone ||
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(String(error));

const reloadedAt = 'bunting.reloaded';
/** Prevents a reload loop. */
const minReloadMs = 10_000;

function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(reloadedAt) ?? 0);
    if (Date.now() - last < minReloadMs) return false;
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    return !hasDrafts();
  } catch {
    return false;
  }
}

/** Renders the error of a screen that could not be loaded. Temporary failures are retried; drafts are kept. */
export function RouteFailed({ error }: ErrorComponentProps) {
  if (!isChunkGone(error)) return <LoadFailed error={error} />;
  return <ChunkFailed key={error instanceof ChunkGone ? error.attempt : 0} error={error} />;
}

/** Retries at a fixed pace, because nothing counts the failures here. */
const failures = 3;

function LoadFailed({ error }: { error: unknown }) {
  const router = useRouter();
  useEffect(() => {
    if (!mayPass(error)) return undefined;
    const timer = setTimeout(() => void router.invalidate(), retryDelayMs(error, failures));
    return () => clearTimeout(timer);
  }, [error, router]);
  return <Failed error={error} retry={() => void router.invalidate()} />;
}

/** Checks that the console is reachable, because a reload without it would lose the page. */
const pageQuery = (of: string) =>
  queryOptions({
    queryKey: ['page', of],
    async queryFn() {
      const response = await fetch(`${base}/`, { method: 'HEAD' }).catch(() => {
        throw createUnreachableError();
      });
      if (!response.ok) throw toApiError(response, undefined);
      return true;
    },
    gcTime: 0,
  });

/**
 * Handles a chunk that could not be loaded. If the console was away, loads it again. If the chunk belongs to an earlier release, reloads the page,
 * or offers to, if something is unsaved.
 */
function ChunkFailed({ error: failed }: { error: unknown }) {
  const router = useRouter();
  const { data: isThere = false, error, errorUpdateCount, refetch } = useQuery(pageQuery(useId()));
  const hadToWait = errorUpdateCount > 0;
  const again = failed instanceof ChunkGone && (hadToWait || !failed.wasReachable) ? failed.again : undefined;
  useEffect(() => {
    if (!isThere) return;
    if (again) void again().then(() => router.invalidate());
    else if (mayReload()) location.reload();
  }, [isThere, again, router]);
  if (error) return <Failed error={error} retry={() => void refetch()} />;
  if (!isThere || again) return null;
  const updated = new ApiError('Bunting was updated. Reload the page. Your drafts are kept.', {
    status: 400,
  });
  return <Failed error={updated} retry={() => location.reload()} />;
}
