import type { ChangeRequestSummary } from '../../api/types.ts';
import kit from '../../design/kit.module.css';
import { describeStage } from './words.ts';

/** Shows the stage of an open change request, or how it ended. */
export function StageBadge({
  request,
}: {
  request: Pick<ChangeRequestSummary, 'status' | 'stage' | 'closed_as'>;
}) {
  const { kind, text } = describeStage(request);
  return (
    <span className={kit.badge} data-stage={kind}>
      {text}
    </span>
  );
}
