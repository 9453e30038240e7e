import { Button } from './button.tsx';
import kit from './kit.module.css';
import type { Difference } from './patch.ts';

/** Somebody was faster: what is there now beside what would be saved, field by field. What was not touched stays theirs. */
export function Behind({
  differences,
  onKeep,
  onDiscard,
}: {
  differences: readonly Difference[];
  onKeep: () => void;
  onDiscard: () => void;
}) {
  return (
    <div className={kit.failed} role="alert">
      <p>Somebody has saved these settings since you began. Of what you changed:</p>
      <table className={kit.table}>
        <thead>
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Now</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ label, now, own }) => (
            <tr key={label}>
              <td>{label}</td>
              <td>{now}</td>
              <td>{own}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className={kit.actions}>
        <Button onClick={onDiscard}>Discard mine</Button>
        <Button onClick={onKeep}>Put mine on top</Button>
      </div>
    </div>
  );
}
