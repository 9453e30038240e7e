import { useSyncExternalStore } from 'react';
import kit from '../design/kit.module.css';
import { hasDraft, subscribeToDrafts } from './draft-storage.ts';

/** Marks a link to a document that has unsaved changes, in this tab or another one. */
export function UnsavedMarker({ draftName }: { draftName: string }) {
  const isUnsaved = useSyncExternalStore(subscribeToDrafts, () => hasDraft(draftName));
  if (!isUnsaved) return null;
  return (
    <>
      <span className={kit.draftMark} title="Unsaved changes" aria-hidden="true" />
      <span className="hidden-text">, unsaved changes</span>
    </>
  );
}
