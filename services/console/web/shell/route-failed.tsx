import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Problem } from '../api/problem.ts';
import { Failed } from '../ui/answer.tsx';
import { hasDrafts } from '../ui/use-draft.ts';

/** Instead of the error of the browser, at which the router would load the page anew by itself. */
export class ChunkGone extends Error {
  override readonly name = 'ChunkGone';
}

const isChunkGone = (error: unknown) =>
  error instanceof ChunkGone ||
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/.test(String(error));

const reloadedAt = 'bunting.reloaded';
/** A page that fails again at once is not loaded over and over. */
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

/** A chunk of an earlier release is gone: a new page knows the present ones. It is loaded where nothing is unsaved, and offered elsewhere. */
export function RouteFailed({ error, reset }: ErrorComponentProps) {
  const isGone = isChunkGone(error);
  useEffect(() => {
    if (isGone && mayReload()) location.reload();
  }, [isGone]);
  if (!isGone) return <Failed error={error} retry={reset} />;
  const told = new Problem('A new release of Bunting is here. Load the page anew; drafts are kept.', {
    status: 400,
  });
  return <Failed error={told} retry={() => location.reload()} />;
}
