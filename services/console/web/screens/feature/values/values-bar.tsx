import type { DryRun } from '../../../api/types.ts';
import { SaveBar } from '../../../editing/save-bar.tsx';
import type { DocumentEditor } from '../../../editing/use-document-editor.ts';
import { findAffectedEnvironments } from '../../../flags/affected/affected-environments.ts';
import type { Grid } from './model.ts';
import type { Serving } from './served.ts';

/** Saves the grid after a review that lists the affected environments. */
export function ValuesBar({
  editor,
  environments,
  disabledReason,
}: {
  editor: DocumentEditor<Grid, DryRun>;
  environments: Serving['environments'];
  disabledReason: string | undefined;
}) {
  return (
    <SaveBar
      editor={editor}
      disabledReason={disabledReason}
      review={({ touches = [], touches_omitted: omitted = 0 }: Partial<DryRun> = {}) => {
        const { list, isProtected } = findAffectedEnvironments(touches, omitted, environments);
        return {
          title: 'Save variables and variations?',
          action: list === '' ? 'Save' : `Save to ${list}`,
          isProtected,
          summary:
            list === '' ? 'Evaluations stay the same.' : `These changes go live in ${list} within a second.`,
        };
      }}
      conflict={{ title: 'Conflicting changes', isProtected: false }}
    />
  );
}
