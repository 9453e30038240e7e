import type { InProject } from '../../../api/queries/project.ts';
import type { DryRun } from '../../../api/types.ts';
import { SaveBar } from '../../../editing/save-bar.tsx';
import type { DocumentEditor } from '../../../editing/use-document-editor.ts';
import {
  findAffectedEnvironments,
  isCommentRequired,
} from '../../../flags/affected/affected-environments.ts';
import type { Grid } from './model.ts';
import type { Serving } from './served.ts';

/** Saves the grid after a review that lists the affected environments. */
export function ValuesBar({
  editor,
  target,
  environments,
  disabledReason,
}: {
  editor: DocumentEditor<Grid, DryRun>;
  target: InProject;
  environments: Serving['environments'];
  disabledReason: string | undefined;
}) {
  return (
    <SaveBar
      editor={editor}
      target={target}
      disabledReason={disabledReason}
      review={({
        touches = [],
        touches_omitted: omitted = 0,
        approval_required: guarded = [],
      }: Partial<DryRun> = {}) => {
        const { list, isProtected } = findAffectedEnvironments(touches, omitted, environments);
        const isProposed = guarded.length > 0;
        return {
          title: isProposed ? `Propose changes to ${list}` : 'Save variables and variations?',
          isProposed,
          isCommentRequired: isCommentRequired(touches, environments),
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
