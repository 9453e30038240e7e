import type { ReactNode } from 'react';
import type { AuditRecord } from '../api/types.ts';
import kit from '../ui/kit.module.css';
import { dayOf } from '../ui/time.tsx';
import style from './history.module.css';
import { byDay } from './model.ts';
import { RecordView } from './record-view.tsx';

/** Records by day, the newest first. One is open, which the address says. */
export function RecordList({
  org,
  records,
  open,
  onOpen,
  linkTo,
  actionsOf,
}: {
  org: string;
  records: readonly AuditRecord[];
  /** The id of the record that is open. */
  open: string | undefined;
  /** Opens a record, or closes the one that is open. */
  onOpen: (id: string | undefined) => void;
  /** The address of a record, to be copied. */
  linkTo: (id: string) => string;
  /** What else can be done with a record that is open. */
  actionsOf?: (record: AuditRecord) => ReactNode;
}) {
  return byDay(records).map(([day, ofDay]) => (
    <section key={day} aria-label={dayOf(new Date(day))}>
      <h2 className={style.day}>{dayOf(new Date(day))}</h2>
      <ul className={kit.card}>
        {ofDay.map((record) => (
          <RecordView
            key={record.id}
            org={org}
            record={record}
            isOpen={record.id === open}
            toggle={() => onOpen(record.id === open ? undefined : record.id)}
            link={linkTo(record.id)}
            actions={record.id === open && actionsOf?.(record)}
          />
        ))}
      </ul>
    </section>
  ));
}
