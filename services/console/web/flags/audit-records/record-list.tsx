import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AuditRecord } from '../../api/types.ts';
import kit from '../../design/kit.module.css';
import { formatDay } from '../../design/format-time.ts';
import style from './history.module.css';
import { byDay } from './model.ts';
import { recordQuery } from '../../api/queries/audit-records.ts';
import { RecordView } from './record-view.tsx';

/** Records by day, newest first. The open one is in the address. */
export function RecordList({
  org,
  records,
  open,
  onOpen,
  linkTo,
  actionsOf,
  isOfPage = false,
}: {
  org: string;
  records: readonly AuditRecord[];
  /** The id of the open record. */
  open: string | undefined;
  /** Opens a record, or closes the open one. */
  onOpen: (id: string | undefined) => void;
  /** Returns the address of a record, for copying. */
  linkTo: (id: string) => string;
  /** Further actions of an open record. */
  actionsOf?: (record: AuditRecord) => ReactNode;
  /** The page is about the feature of the records. */
  isOfPage?: boolean;
}) {
  const viewOf = (record: AuditRecord, isListed = true) => (
    <RecordView
      key={record.id}
      org={org}
      record={record}
      isOpen={record.id === open}
      toggle={() => onOpen(record.id === open ? undefined : record.id)}
      link={linkTo(record.id)}
      isOfPage={isOfPage && isListed}
      actions={record.id === open && actionsOf?.(record)}
    />
  );
  const isFurther = open !== undefined && !records.some(({ id }) => id === open);
  return (
    <>
      {isFurther && <FurtherRecord org={org} id={open} viewOf={(record) => viewOf(record, false)} />}
      {byDay(records, formatDay).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className={style.day}>{day}</h2>
          <ul className={kit.card}>{ofDay.map((record) => viewOf(record))}</ul>
        </section>
      ))}
    </>
  );
}

/** Renders a record that a link names, but that is not in the loaded or filtered list. */
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
        Can’t show the change of this link. {error.message}
      </p>
    );
  return (
    record && (
      <section aria-label="Change of this link">
        <h2 className={style.day}>{formatDay(new Date(record.at))}</h2>
        <ul className={kit.card}>{viewOf(record)}</ul>
      </section>
    )
  );
}
