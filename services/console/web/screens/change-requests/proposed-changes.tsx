import type { ChangeRequest } from '../../api/types.ts';
import { Differences } from '../../editing/differences.tsx';
import { Sides } from '../../flags/audit-records/sides.tsx';
import style from './change-requests.module.css';
import { groupChanges } from './model.ts';

/** Lists the differences by what they change. Values unfold. */
export function ProposedChanges({
  changes,
  protectedSlugs,
}: {
  changes: ChangeRequest['changes'];
  /** The protected environments. */
  protectedSlugs: readonly string[];
}) {
  return groupChanges(changes).map(({ subject, lines }) => (
    <div key={subject} className={style.changed} role="group" aria-label={subject}>
      {subject !== '' && <h3>{subject}</h3>}
      <Differences
        isProtected={lines.some(({ environment }) => protectedSlugs.includes(environment ?? ''))}
        changes={lines.map(({ text, before, after }) => ({
          text,
          renderDetails:
            isStructured(before) || isStructured(after) ? () => <Sides {...{ before, after }} /> : undefined,
        }))}
      />
    </div>
  ));
}

/** Returns whether a value has details. Other values are complete in the text of the line. */
const isStructured = (value: unknown) => typeof value === 'object' && value !== null;
