import { useCan } from '../../api/session/use-can.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import type { AuditRecord } from '../../api/types.ts';
import { useActions } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Time } from '../../design/time.tsx';
import { useCopyWithToast } from '../../design/hooks/use-copy-with-toast.ts';
import style from './history.module.css';
import { getRevertReason, getPermission, sourceWords } from './model.ts';
import { recordQuery } from '../../api/queries/audit-records.ts';
import { describeRecord } from '../sentences.ts';
import { RevertDialog } from './revert-dialog.tsx';
import { Sides } from './sides.tsx';
import { useEnvironment } from './use-environments.ts';
import { Why } from './why.tsx';

const Thread = lazy(async () => ({ default: (await import('./thread.tsx')).Thread }));

interface RecordOptions {
  readonly org: string;
  readonly record: AuditRecord;
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly link: string;
  readonly actions: ReactNode;
  /** The page is about the feature of the record, so that its sentence does not name it. */
  readonly isOfPage: boolean;
}

/** Renders an audit record as a sentence. Open, it shows the lines, both states, comments and actions. */
export function RecordView({ org, record, isOpen, toggle, link, actions, isOfPage }: RecordOptions) {
  const { at, actor, source, comment, comments } = record;
  const environment = useEnvironment(org, record)?.name ?? record.environment ?? undefined;
  return (
    <li className={style.record}>
      <div className={style.head}>
        <button type="button" data-row className={style.opener} aria-expanded={isOpen} onClick={toggle}>
          {describeRecord(record, { environment, isOfPage })}
        </button>
        <span className={kit.hint}>
          {actor === source ? '' : `${actor}, `}
          {sourceWords[source]} · <Time at={at} exact />
          {comments > 0 && !isOpen && ` · ${comments === 1 ? '1 comment' : `${comments} comments`}`}
        </span>
      </div>
      {comment !== null && (
        <p className={style.why}>
          <Why org={org} comment={comment} />
        </p>
      )}
      {isOpen && <OpenRecord {...{ org, record, link, actions }} />}
    </li>
  );
}

function OpenRecord({
  org,
  record,
  link,
  actions,
}: Pick<RecordOptions, 'org' | 'record' | 'link' | 'actions'>) {
  const [isReverting, setReverting] = useState(false);
  const copyText = useCopyWithToast();
  const disabledReason = useCan(org, getPermission(record, useEnvironment(org, record))).reason;
  const whole = useQuery({ ...recordQuery(org, record.id), enabled: record.is_shortened });
  const copy = () => copyText(link, 'Copied the link to this change');
  useActions([{ label: 'Copy link to this change', keys: 'c', icon: 'copy', run: copy }]);
  return (
    <>
      <p className={kit.hint}>
        <code>{record.action}</code> · <code>{record.subject}</code>
      </p>
      {record.is_shortened ? (
        <QueryBoundary of={whole} height={240}>
          {(read) => <Content {...read} />}
        </QueryBoundary>
      ) : (
        <Content {...record} />
      )}
      <div className={style.actions}>
        <Button disabledReason={getRevertReason(record) ?? disabledReason} onClick={() => setReverting(true)}>
          Revert…
        </Button>
        {actions}
        <Button icon="copy" onClick={copy}>
          Copy link
        </Button>
      </div>
      <Suspense>
        <Thread org={org} id={record.id} />
      </Suspense>
      {isReverting && <RevertDialog org={org} record={record} onClose={() => setReverting(false)} />}
    </>
  );
}

function Content({ changes, before, after }: Pick<AuditRecord, 'changes' | 'before' | 'after'>) {
  return (
    <>
      <ul className={style.lines} aria-label="Changes">
        {changes.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
      <Sides before={before} after={after} />
    </>
  );
}
