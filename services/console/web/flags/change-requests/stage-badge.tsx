import kit from '../../design/kit.module.css';
import { describeStage, type StagedRequest } from './words.ts';

/** Shows the stage of an open change request, or how it ended. */
export function StageBadge({ request }: { request: StagedRequest }) {
  const { kind, text } = describeStage(request);
  return (
    <span className={kit.badge} data-stage={kind}>
      {text}
    </span>
  );
}
