import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import type { ListedFeature } from '../../api/types.ts';
import { MenuPopup } from '../../design/floating/menu-popup.tsx';
import { paths } from '../../page/paths.ts';
import { useCopyWithToast } from '../../design/hooks/use-copy-with-toast.ts';

interface RowMenuProps {
  readonly trigger: ReactElement;
  readonly feature: ListedFeature;
  readonly org: string;
  readonly project: string;
  readonly isSelected: boolean;
  readonly onSelect: (slug: string, isRange: boolean) => void;
}

/** Renders the menu of a row. It is rendered when it is first opened. */
export function RowMenu({ trigger, feature: { slug }, org, project, isSelected, onSelect }: RowMenuProps) {
  const navigate = useNavigate();
  const copy = useCopyWithToast();
  const params = { org, project, feature: slug };
  return (
    <MenuPopup
      trigger={trigger}
      items={[
        { key: 'open', label: 'Open', run: () => void navigate({ to: paths.feature, params }) },
        { key: 'history', label: 'History', run: () => void navigate({ to: paths.history, params }) },
        { key: 'copy', label: `Copy ${slug}`, icon: 'copy', run: () => copy(slug, `Copied ${slug}`) },
        {
          key: 'select',
          label: isSelected ? 'Deselect' : 'Select',
          icon: 'check',
          run: () => onSelect(slug, false),
        },
      ]}
    />
  );
}
