import type { IconName } from '../design/icons.tsx';
import { paths } from '../page/paths.ts';

/** Where one can go from everywhere: the rooms at the side, the keys `g` and a letter, the palette. */
export interface Room {
  /** After `g`. */
  readonly letter: string;
  readonly label: string;
  readonly icon: IconName;
  readonly of: 'project' | 'organisation';
  readonly to: (typeof paths)[
    | 'features'
    | 'segments'
    | 'explain'
    | 'environments'
    | 'members'
    | 'tokens'
    | 'organisation'
    | 'auditLog'
    | 'webhooks'
    | 'code'
    | 'events'];
}

export const rooms: readonly Room[] = [
  { letter: 'f', label: 'Features', icon: 'flag', of: 'project', to: paths.features },
  { letter: 's', label: 'Segments', icon: 'people', of: 'project', to: paths.segments },
  { letter: 'e', label: 'Explain', icon: 'play', of: 'project', to: paths.explain },
  { letter: 'c', label: 'Code', icon: 'code', of: 'project', to: paths.code },
  { letter: 'v', label: 'Events', icon: 'bars', of: 'project', to: paths.events },
  { letter: 'n', label: 'Environments and keys', icon: 'key', of: 'project', to: paths.environments },
  { letter: 'm', label: 'Members', icon: 'people', of: 'organisation', to: paths.members },
  { letter: 't', label: 'Tokens', icon: 'lock', of: 'organisation', to: paths.tokens },
  { letter: 'w', label: 'Webhooks', icon: 'hook', of: 'organisation', to: paths.webhooks },
  { letter: 'a', label: 'Audit log', icon: 'clock', of: 'organisation', to: paths.auditLog },
  { letter: 'p', label: 'Plan and usage', icon: 'box', of: 'organisation', to: paths.organisation },
];

/** Those that can be shown: a room of a project needs one. */
export const roomsOf = ({ org, project }: { org?: string; project?: string }): readonly Room[] =>
  org === undefined ? [] : rooms.filter((room) => room.of === 'organisation' || project !== undefined);
