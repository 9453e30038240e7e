import type { InProject } from '../../../api/queries/project.ts';
import type { Environment, Feature } from '../../../api/types.ts';
import kit from '../../../design/kit.module.css';
import { formatMoment } from '../../../design/format-time.ts';
import { SaveBar } from '../../../editing/save-bar.tsx';
import type { DocumentEditor } from '../../../editing/use-document-editor.ts';
import { sideInWords } from '../../../flags/condition/conflict-words.ts';
import { describeServingChange } from '../../../flags/sentences.ts';
import type { Document } from './model.ts';

/** Saves targeting: directly in unprotected environments, else after a review that includes the hints. */
export function TargetingBar({
  editor,
  target,
  isProposed,
  environment,
  variations,
  hints,
  disabledReason,
}: {
  editor: DocumentEditor<Document>;
  target: InProject;
  /** The environment requires approvals. */
  isProposed: boolean;
  environment: Environment;
  variations: Feature['variations'];
  hints: readonly string[];
  disabledReason: string | undefined;
}) {
  const nameOf = (slug: string) => variations.find((each) => each.slug === slug)?.name || slug;
  const { name, protected: isProtected, comment_required: isCommentRequired } = environment;
  const what = describeServingChange(editor.base.value, editor.value, 'future');
  return (
    <SaveBar
      editor={editor}
      target={target}
      disabledReason={disabledReason}
      isSavedFromBar={!isProtected && !isCommentRequired}
      review={() => ({
        title: isProposed ? `Propose changes to ${name}` : `Save to ${name}?`,
        isProposed,
        isCommentRequired,
        action: `Save to ${name}`,
        isProtected,
        summary: [what && `${what}.`, 'These changes go live within a second.'].filter(Boolean).join(' '),
        children: hints.length > 0 && (
          <ul className={kit.hint} aria-label="Warnings">
            {hints.map((hint) => (
              <li key={hint}>{hint}</li>
            ))}
          </ul>
        ),
      })}
      conflict={{
        title: `Conflicting changes in ${name}`,
        isProtected,
        summary: describeServingChange(editor.base.value, editor.stored.value, 'past'),
        describeSide: (path, side) => sideInWords(path, side, { nameOf, momentOf: formatMoment }),
      }}
    />
  );
}
