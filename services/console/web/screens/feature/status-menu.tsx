import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { featureQuery, type OfFeature } from '../../api/queries/project.ts';
import type { Feature } from '../../api/types.ts';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { Menu } from '../../design/floating/menu.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { usePatchFeature } from './changes.ts';
import style from './feature.module.css';
import { statusNames } from '../../flags/status-badge.tsx';
import { statusMeanings, type Status } from './model.ts';
import { ServedThen } from './served-then.tsx';
import { useDryRun } from './use-dry-run.ts';
import { useMayChange } from '../../api/session/use-may-change.ts';
import { WouldChange } from './would-change.tsx';

const statuses = ['live', 'complete', 'archived'] as const;

/** Shows the status with a menu. Each choice opens a review first. */
export function StatusMenu({ target, feature }: { target: OfFeature; feature: Feature }) {
  const [wanted, setWanted] = useState<Status>();
  const { served: disabledReason } = useMayChange(target);
  return (
    <>
      <Menu
        trigger={
          <button
            type="button"
            className={`${kit.badge} ${style.status}`}
            data-status={feature.status}
            aria-label={`Status: ${statusNames[feature.status]}`}
          >
            {statusNames[feature.status]}
            <Icon name="down" size={12} />
          </button>
        }
        items={statuses.map((status) => ({
          key: status,
          icon: status === feature.status ? 'check' : undefined,
          disabledReason: status === feature.status ? 'Current status' : disabledReason,
          label: (
            <span className={style.meaning}>
              <b>{statusNames[status]}</b>
              <span>{statusMeanings[status]}</span>
            </span>
          ),
          run: () => setWanted(status),
        }))}
      />
      {wanted && <StatusDialog {...{ target, feature, wanted }} onClose={() => setWanted(undefined)} />}
    </>
  );
}

export function StatusDialog({
  target,
  feature,
  wanted,
  onClose,
}: {
  target: OfFeature;
  feature: Feature;
  wanted: Status;
  onClose: () => void;
}) {
  const { data } = useQuery(featureQuery(target));
  const would = useDryRun(target, { status: wanted }, data?.etag);
  const { dryRun, where } = would;
  const patch = usePatchFeature(target);
  const say = useToast();
  const name = feature.name || feature.slug;
  const verb = { live: 'Make live', complete: 'Complete', archived: 'Archive' }[wanted];
  const title = wanted === 'live' ? `Make ${name} live?` : `${verb} ${name}?`;
  function run() {
    if (data === undefined) return;
    patch.mutate(
      { body: { status: wanted }, etag: data.etag },
      {
        onSuccess({ changeId: id }) {
          onClose();
          say(`“${name}” is now ${wanted}`, { change: { org: target.org, id } });
        },
      },
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title={title}
      action={where.list === '' ? verb : `${verb} in ${where.list}`}
      kind={where.isProtected ? 'guard' : 'main'}
      isPending={patch.isPending || data === undefined || !dryRun.data || dryRun.data.changes.length === 0}
      error={patch.error}
      onConfirm={run}
      onClose={onClose}
    >
      <p>{statusMeanings[wanted]} Served within a second:</p>
      <div className={kit.form}>
        <ServedThen target={target} feature={feature} status={wanted} />
        <WouldChange {...would} />
      </div>
    </ConfirmDialog>
  );
}
