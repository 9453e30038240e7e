import kit from '../design/kit.module.css';

export const statusNames: Readonly<Record<string, string>> = {
  live: 'Live',
  complete: 'Complete',
  archived: 'Archived',
};

/** Shows the status of a feature. */
export function StatusBadge({ status }: { status: string }) {
  return (
    <span className={kit.badge} data-status={status}>
      {statusNames[status] ?? status}
    </span>
  );
}
