import type { Environment, Feature } from '../../../api/types.ts';
import kit from '../../../design/kit.module.css';
import { formatClock, formatDay } from '../../../design/time.tsx';
import { SaveBar } from '../../../editing/save-bar.tsx';
import type { DocumentEditor } from '../../../editing/use-document-editor.ts';
import { sideInWords } from '../../../flags/condition/conflict-words.ts';
import type { Document } from './model.ts';

const momentOf = (at: string) => `${formatDay(new Date(at))}, ${formatClock(new Date(at))}`;

/** Saves targeting: directly in unprotected environments, else after a review that includes the hints. */
export function TargetingBar({
  editor,
  environment,
  variations,
  hints,
  disabledReason,
}: {
  editor: DocumentEditor<Document>;
  environment: Environment;
  variations: Feature['variations'];
  hints: readonly string[];
  disabledReason: string | undefined;
}) {
  const nameOf = (slug: string) => variations.find((each) => each.slug === slug)?.name || slug;
  const { name, protected: isProtected } = environment;
  return (
    <SaveBar
      editor={editor}
      disabledReason={disabledReason}
      isSavedFromBar={!isProtected}
      review={() => ({
        title: `Save to ${name}?`,
        action: `Save to ${name}`,
        isProtected,
        summary: 'These changes go live within a second.',
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
        describeSide: (path, side) => sideInWords(path, side, { nameOf, momentOf }),
      }}
    />
  );
}
