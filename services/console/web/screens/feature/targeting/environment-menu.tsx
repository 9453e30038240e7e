import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { Environment } from '../../../api/types.ts';
import { IconButton } from '../../../design/button.tsx';
import { Menu, type MenuItem } from '../../../design/floating/menu.tsx';
import { useActions } from '../../../page/actions.ts';
import { paths } from '../../../page/paths.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { EveryoneDialog } from './everyone-dialog.tsx';
import type { StoredServing } from './targeting-switch.tsx';

/** Shows the actions on a feature in one environment. */
export function EnvironmentMenu({
  environments,
  switchOff,
  ...stored
}: StoredServing & {
  environments: readonly Environment[];
  /** Present where there is no switch. */
  switchOff: { readonly label: string; readonly run: () => void } | undefined;
}) {
  const { target, environment, feature, disabledReason } = stored;
  const [open, setOpen] = useState<'copy' | 'everyone'>();
  const navigate = useNavigate();
  // The comparison of two environments links here with the source.
  const { copy: from }: { copy?: string } = useSearch({ strict: false });
  const other = environments.find(({ slug }) => slug !== environment.slug);
  function close() {
    setOpen(undefined);
    if (from !== undefined) void navigate({ to: paths.serving, params: target, search: {}, replace: true });
  }
  const everyone = {
    disabledReason: disabledReason ?? getUnserved(feature),
    run: () => setOpen('everyone'),
  };
  useActions([{ label: `Serve one variation to everyone in ${environment.name}`, ...everyone }]);
  const items: readonly MenuItem[] = [
    { key: 'everyone', label: 'Serve one variation to everyone…', ...everyone },
    ...(switchOff ? [{ key: 'off', disabledReason, ...switchOff }] : []),
    ...(other
      ? [
          {
            key: 'compare',
            label: 'Compare',
            link: (
              <Link
                to={paths.compare}
                params={target}
                search={{ left: environment.slug, right: other.slug }}
              />
            ),
          },
          { key: 'copy', label: 'Copy from/to…', run: () => setOpen('copy') },
        ]
      : []),
  ];
  return (
    <>
      <Menu trigger={<IconButton icon="more" label={`Actions for ${environment.name}`} />} items={items} />
      {other && (open === 'copy' || from !== undefined) && (
        <CopyDialog target={target} environments={environments} comesFrom={from} onClose={close} />
      )}
      {open === 'everyone' && <EveryoneDialog {...stored} onClose={close} />}
    </>
  );
}

/** Returns why no rule would apply. */
function getUnserved({ status, variations }: StoredServing['feature']): string | undefined {
  if (variations.length === 0) return 'The feature has no variations';
  if (status === 'live') return undefined;
  return status === 'archived' ? 'The feature is archived' : 'The feature is complete';
}
