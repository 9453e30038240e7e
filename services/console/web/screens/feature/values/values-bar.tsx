import type { DryRun } from '../../../api/types.ts';
import { SaveBar } from '../../../editing/save-bar.tsx';
import type { DocumentEditor } from '../../../editing/use-document-editor.ts';
import { whereServed } from '../../../flags/affected/where-served.ts';
import type { Grid } from './model.ts';
import type { Serving } from './served.ts';

/** Saves the grid after a review that names the environments which serve something else then. */
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
        const { list, isSeveral, isProtected } = whereServed(touches, omitted, environments);
        return {
          title: 'Save variables and variations?',
          action: list === '' ? 'Save' : `Save to ${list}`,
          isProtected,
          summary:
            list === ''
              ? 'Nothing that is served changes.'
              : `What ${list} ${isSeveral ? 'serve' : 'serves'} changes within a second.`,
        };
      }}
      conflict={{ title: 'This was saved meanwhile', isProtected: false }}
    />
  );
}
