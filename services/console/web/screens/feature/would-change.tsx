import { QueryBoundary } from '../../design/query-boundary.tsx';
import kit from '../../design/kit.module.css';
import { Differences } from '../../editing/differences.tsx';
import { AffectedFeatures } from '../../flags/affected/affected-features.tsx';
import type { useDryRun } from './use-dry-run.ts';

/** Shows the changes of a dry run and the affected environments. */
export function WouldChange({ dryRun, environments, where }: ReturnType<typeof useDryRun>) {
  return (
    <QueryBoundary
      of={dryRun}
      height={80}
      isEmpty={({ changes }) => changes.length === 0}
      empty={<p className={kit.hint}>No changes</p>}
    >
      {({ changes, touches, touches_omitted: omitted }) => (
        <div className={kit.form}>
          <Differences changes={changes} isProtected={where.isProtected} />
          {touches.length === 0 ? (
            <p className={kit.hint}>No environment serves it, so evaluations stay the same.</p>
          ) : (
            <AffectedFeatures {...{ touches, omitted, environments }} />
          )}
        </div>
      )}
    </QueryBoundary>
  );
}
