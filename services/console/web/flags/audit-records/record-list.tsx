import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditRecord } from '../../api/types.ts';
import kit from '../../design/kit.module.css';
import { dayOf } from '../../design/time.tsx';
import style from './history.module.css';
import { byDay } from './model.ts';
import { recordQuery } from '../../api/queries/audit-records.ts';
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
  const viewOf = (record: AuditRecord) => (
    <RecordView
      key={record.id}
      org={org}
      record={record}
      isOpen={record.id === open}
      toggle={() => onOpen(record.id === open ? undefined : record.id)}
      link={linkTo(record.id)}
      actions={record.id === open && actionsOf?.(record)}
    />
  );
  const isFurther = open !== undefined && !records.some(({ id }) => id === open);
  return (
    <>
      {isFurther && <FurtherRecord org={org} id={open} viewOf={viewOf} />}
      {byDay(records, dayOf).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className={style.day}>{day}</h2>
          <ul className={kit.card}>{ofDay.map(viewOf)}</ul>
        </section>
      ))}
    </>
  );
}

/** A record that a link names, of a page that was not read, or that the filters do not let through. */
function FurtherRecord({
  org,
  id,
  viewOf,
}: {
  org: string;
  id: string;
  viewOf: (record: AuditRecord) => ReactNode;
}) {
  const { data: record, error } = useQuery(recordQuery(org, id));
  if (error !== null)
    return (
      <p className={kit.hint} role="status">
        The change of this link is not shown. {error.message}
      </p>
    );
  return (
    record && (
      <section aria-label="The change of this link">
        <h2 className={style.day}>{dayOf(new Date(record.at))}</h2>
        <ul className={kit.card}>{viewOf(record)}</ul>
      </section>
    )
  );
}
