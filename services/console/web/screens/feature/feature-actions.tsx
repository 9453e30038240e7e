import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { OfFeature } from '../../api/queries/project.ts';
import type { Feature } from '../../api/types.ts';
import { IconButton } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Menu } from '../../design/floating/menu.tsx';
import { paths } from '../../page/paths.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { DetailsDialog } from './details-dialog.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { StatusDialog } from './status-menu.tsx';
import { useMayChange } from '../../api/session/use-may-change.ts';

type Open = 'details' | 'rename' | 'archive' | 'delete';

/** Shows the actions on a feature as a whole. */
export function FeatureActions({
  target,
  feature,
  env,
}: {
  target: OfFeature;
  feature: Feature;
  env: string;
}) {
  const [open, setOpen] = useState<Open>();
  const { define, served } = useMayChange(target);
  const close = () => setOpen(undefined);
  const given = { target, feature, onClose: close };
  const [variable] = feature.variables;
  return (
    <>
      {variable && (
        <Link
          className={kit.button}
          to={paths.explain}
          params={target}
          search={{ variable: variable.slug, ...(env && { env }) }}
        >
          Explain
        </Link>
      )}
      <Menu
        trigger={<IconButton icon="more" label={`Actions for ${feature.name || feature.slug}`} />}
        items={[
          { key: 'details', label: 'Edit details…', disabledReason: define, run: () => setOpen('details') },
          { key: 'rename', label: 'Rename…', disabledReason: define, run: () => setOpen('rename') },
          {
            key: 'archive',
            label: 'Archive…',
            disabledReason: feature.status === 'archived' ? 'Already archived' : served,
            run: () => setOpen('archive'),
          },
          {
            key: 'delete',
            icon: 'trash',
            label: 'Delete…',
            disabledReason: served,
            run: () => setOpen('delete'),
          },
        ]}
      />
      {open === 'details' && <DetailsDialog {...given} />}
      {open === 'rename' && <RenameDialog {...given} />}
      {open === 'archive' && <StatusDialog {...given} wanted="archived" />}
      {open === 'delete' && <DeleteDialog {...given} />}
    </>
  );
}
