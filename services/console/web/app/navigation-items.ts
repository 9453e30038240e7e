import type { IconName } from '../design/icons.tsx';
import { paths } from '../page/paths.ts';

/** Screens that are reachable from everywhere: by the navigation, by `g` and a letter, and by the palette. */
export interface NavigationItem {
  /** The key to press after `g`. */
  readonly letter: string;
  readonly label: string;
  readonly icon: IconName;
  readonly of: 'project' | 'organisation';
  readonly to: (typeof paths)[
    | 'features'
    | 'segments'
    | 'explain'
    | 'changeRequests'
    | 'environments'
    | 'members'
    | 'tokens'
    | 'organisation'
    | 'project'
    | 'auditLog'
    | 'webhooks'
    | 'code'
    | 'events'];
}

export const items: readonly NavigationItem[] = [
  { letter: 'f', label: 'Features', icon: 'flag', of: 'project', to: paths.features },
  { letter: 's', label: 'Segments', icon: 'people', of: 'project', to: paths.segments },
  { letter: 'r', label: 'Change requests', icon: 'propose', of: 'project', to: paths.changeRequests },
  { letter: 'e', label: 'Explain', icon: 'play', of: 'project', to: paths.explain },
  { letter: 'c', label: 'Code', icon: 'code', of: 'project', to: paths.code },
  { letter: 'v', label: 'Events', icon: 'bars', of: 'project', to: paths.events },
  { letter: 'n', label: 'Environments and keys', icon: 'key', of: 'project', to: paths.environments },
  { letter: 'o', label: 'Project settings', icon: 'gear', of: 'project', to: paths.project },
  { letter: 'm', label: 'Members', icon: 'people', of: 'organisation', to: paths.members },
  { letter: 't', label: 'Tokens', icon: 'lock', of: 'organisation', to: paths.tokens },
  { letter: 'w', label: 'Webhooks', icon: 'hook', of: 'organisation', to: paths.webhooks },
  { letter: 'a', label: 'Audit log', icon: 'clock', of: 'organisation', to: paths.auditLog },
  { letter: 'p', label: 'Plan and usage', icon: 'box', of: 'organisation', to: paths.organisation },
];

/** Returns the screens that can be opened: those of a project need one. */
export const listNavigationItems = ({
  org,
  project,
}: {
  org?: string;
  project?: string;
}): readonly NavigationItem[] =>
  org === undefined ? [] : items.filter((item) => item.of === 'organisation' || project !== undefined);
