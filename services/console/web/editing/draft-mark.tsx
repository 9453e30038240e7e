import { useHasDraft } from './use-has-draft.ts';
import kit from '../design/kit.module.css';

/** In a link to what may have a draft, which was left behind there. */
export function DraftMark({ name }: { name: string }) {
  if (!useHasDraft(name)) return null;
  return (
    <>
      <span className={kit.draftMark} title="Unsaved changes" aria-hidden="true" />
      <span className="hidden-text">, unsaved changes</span>
    </>
  );
}
