import { Button } from '../design/button.tsx';
import { Differences } from './differences.tsx';
import kit from '../design/kit.module.css';
import type { Difference } from './patch.ts';
import { Table } from '../design/table.tsx';
import type { ConcurrentChange } from '../api/api-error.ts';
import { whoSaved } from './who-saved.ts';

/** Whoever has tried to save is to see why nothing was. */
const show = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** Somebody was faster: what is there now beside what would be saved, field by field. What was not touched stays theirs. */
export function Behind({
  meanwhile,
  isRefused = meanwhile !== undefined,
  differences,
  onKeep,
  onDiscard,
}: {
  /** Undefined = nobody knows. */
  meanwhile: ConcurrentChange | undefined;
  /** Something was tried to be saved. */
  isRefused?: boolean;
  differences: readonly Difference[];
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <div ref={isRefused ? show : undefined} className={`${kit.card} ${kit.behind}`} role="alert">
      <p>{meanwhile ? whoSaved(meanwhile) : 'This was saved since you began.'}</p>
      <Differences changes={meanwhile?.changes ?? []} />
      <p>Of what you changed:</p>
      <Table label="What you changed" heads={['Setting', 'Now', 'Yours']}>
        {differences.map(({ label, now, own }) => (
          <tr key={label}>
            <td>{label}</td>
            <td>{now}</td>
            <td>{own}</td>
          </tr>
        ))}
      </Table>
      <div className={kit.actions}>
        <Button onClick={onDiscard}>Discard mine</Button>
        <Button kind="main" onClick={onKeep}>
          Put mine on top
        </Button>
      </div>
    </div>
  );
}
