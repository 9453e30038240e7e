import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Problem } from '../api/problem.ts';
import { Failed } from '../ui/answer.tsx';
import { hasDrafts } from '../ui/use-draft.ts';

const isChunkGone = (error: unknown) =>
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
  const [isReloading] = useState(() => isGone && mayReload());
  useEffect(() => {
    if (isReloading) location.reload();
  }, [isReloading]);
  if (isReloading) return null;
  if (!isGone) return <Failed error={error} retry={reset} />;
  const told = new Problem('A new release of Bunting is here. Load the page anew; drafts are kept.', {
    status: 400,
  });
  return <Failed error={told} retry={() => location.reload()} />;
}
