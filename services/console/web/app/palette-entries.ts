import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter, useRouterState } from '@tanstack/react-router';
import { environmentsQuery, organisationsQuery, searchQuery } from '../api/queries/project.ts';
import type { Found } from '../api/types.ts';
import { shownActions } from '../page/actions.ts';
import type { IconName } from '../design/icons.tsx';
import { paths } from '../page/paths.ts';
import { useDebounced } from '../design/hooks/use-debounced.ts';
import { prefer, preferences, usePreferences, type Opened } from '../design/preferences.ts';
import { getAddress, groupVariables } from './addresses.ts';
import { listNavigationItems } from './navigation-items.ts';

export interface Entry {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
  /** A slug or an id. */
  readonly beside?: string | undefined;
  /** The kind of resource, for example "Variable of New checkout". */
  readonly kind?: string | undefined;
  /** A variable stands below its feature. */
  readonly isPart?: boolean;
  readonly keys?: string | undefined;
  readonly run: () => void;
}

const icons: Readonly<Record<Found['kind'], IconName>> = {
  feature: 'flag',
  variable: 'flag',
  segment: 'people',
  environment: 'box',
  project: 'box',
  member: 'people',
  webhook_endpoint: 'play',
  change: 'clock',
  delivery: 'play',
};

const kindNames: Readonly<Record<Found['kind'], string>> = {
  feature: 'Feature',
  variable: 'Variable',
  segment: 'Segment',
  environment: 'Environment',
  project: 'Project',
  member: 'Member',
  webhook_endpoint: 'Webhook',
  change: 'Change',
  delivery: 'Delivery',
};

const maxRecent = 6;
/** The pause in typing after which the server is searched. */
const typingMs = 100;

/** Opens an address, and adds it to the recent ones. */
function useOpen() {
  const navigate = useNavigate();
  return (opened: Opened) => {
    const isSame = (each: Opened) => keyOf(each) === keyOf(opened);
    const others = (preferences().recent ?? []).filter((each) => !isSame(each));
    prefer({ recent: [opened, ...others].slice(0, maxRecent) });
    const { to, params, search = {} } = opened;
    void navigate({ to, params, search } as never);
  };
}

const keyOf = ({ to, params, search }: Opened) => JSON.stringify([to, params, search]);

/** The search results of the server, with the state and the error of the last search. */
interface Search {
  readonly entries: readonly Entry[];
  readonly isSearching: boolean;
  readonly error: Error | null;
}

const nothing: Search = { entries: [], isSearching: false, error: null };

/** Searches by name, in the order of the server. Results without a screen are left out. */
function useFound(org: string, typed: string): Search {
  const text = useDebounced(typed, typingMs);
  const router = useRouter();
  const open = useOpen();
  const {
    data = [],
    failureReason: error,
    isFetching,
  } = useQuery({
    ...searchQuery(org, text),
    enabled: text !== '',
    placeholderData: keepPreviousData,
  });
  if (typed === '') return nothing;
  const isSearching = isFetching || text !== typed;
  if (text === '') return { ...nothing, isSearching };
  const entries = groupVariables(data).flatMap(({ found, isPart }): Entry[] => {
    const { params, ...address } = getAddress(found);
    if (!(address.to in router.routesByPath)) return [];
    const { kind, slug, name, project } = found;
    const isVariable = kind === 'variable';
    const label = isVariable ? slug : name || slug;
    const shown = {
      label,
      beside: label === slug ? '' : slug,
      kind: isVariable && !isPart ? `Variable of ${name || found.feature}` : kindNames[kind],
    };
    const run = () => open({ ...shown, ...address, params: { org, ...params } });
    return [{ key: `${kind}:${project ?? ''}:${slug}`, icon: icons[kind], ...shown, isPart, run }];
  });
  return { entries, isSearching, error };
}

interface Scope {
  readonly org: string;
  readonly project?: string | undefined;
}

function useRecent(): readonly Entry[] {
  const router = useRouter();
  const open = useOpen();
  const { recent = [] } = usePreferences();
  return recent
    .filter(({ to }) => to in router.routesByPath)
    .map((opened) => ({
      key: `recent:${keyOf(opened)}`,
      icon: 'clock',
      label: opened.label,
      beside: opened.beside,
      kind: opened.kind,
      run: () => open(opened),
    }));
}

/** Screens, environments, other projects, the theme. */
function useDestinations({ org, project }: Scope): readonly Entry[] {
  const navigate = useNavigate();
  const { feature }: { feature?: string } = useParams({ strict: false });
  const { data: environments = [] } = useQuery({
    ...environmentsQuery({ org, project: project ?? '' }),
    enabled: project !== undefined,
  });
  const { data: organisations = [] } = useQuery(organisationsQuery);
  const params = { org, project: project ?? '' };
  const tab = useRouterState({ select: ({ location }) => location.pathname.split('/').at(-1) });
  /** Switches the current screen to another environment, or opens the environment where the screen has none. */
  function openEnvironment(env: string) {
    if (tab === 'explain' || tab === 'events')
      void navigate({ to: '.', search: (before: object) => ({ ...before, env }), hash: true } as never);
    else if (feature === undefined) void navigate({ to: paths.environment, params: { ...params, env } });
    else {
      const to = tab === 'overrides' ? paths.overrides : paths.serving;
      void navigate({ to, params: { ...params, feature, env } });
    }
  }
  const scope = { org, ...(project !== undefined && { project }) };
  return [
    ...environments.map(({ slug, name, protected: isProtected }): Entry => ({
      key: `environment:${slug}`,
      icon: isProtected ? 'lock' : 'box',
      label: feature === undefined ? name : `${feature} in ${name}`,
      beside: slug,
      run: () => openEnvironment(slug),
    })),
    ...listNavigationItems(scope).map(({ letter, icon, label, to }): Entry => ({
      key: `screen:${to}`,
      icon,
      label,
      keys: `g ${letter}`,
      run: () => void navigate({ to, params }),
    })),
    ...organisations.flatMap((each) =>
      each.projects
        .filter(({ slug }) => each.slug !== org || slug !== project)
        .map(({ slug, name }): Entry => ({
          key: `switch:${each.slug}/${slug}`,
          icon: 'box',
          label: `Project ${name}`,
          beside: `${each.slug} / ${slug}`,
          run: () => void navigate({ to: paths.features, params: { org: each.slug, project: slug } }),
        })),
    ),
    ...(['system', 'light', 'dark'] as const).map((theme): Entry => ({
      key: `theme:${theme}`,
      icon: 'sun',
      label: `Theme: ${theme}`,
      run: () => prefer({ theme }),
    })),
  ];
}

/** Returns the actions of the current screen. Disabled actions are left out, because their buttons explain why. */
function actionsOfScreen(): readonly Entry[] {
  return shownActions()
    .filter(({ disabledReason }) => disabledReason === undefined)
    .map(({ label, keys, icon = 'play', run }) => ({ key: `action:${label}`, icon, label, keys, run }));
}

const explain = 'explain ';

/** Returns the variables to explain: "explain check…" finds them by a part of their keys. */
function useExplained({ org, project }: Scope, text: string): Search {
  const navigate = useNavigate();
  const sought = text.startsWith(explain) ? text.slice(explain.length).trim() : '';
  const asked = useDebounced(sought, typingMs);
  const {
    data = [],
    failureReason: error,
    isFetching,
  } = useQuery({ ...searchQuery(org, asked), enabled: asked !== '' });
  if (sought === '') return nothing;
  const entries = data
    .filter((found) => found.kind === 'variable' && found.project === project)
    .map(({ slug }): Entry => ({
      key: `explain:${slug}`,
      icon: 'play',
      label: `Explain ${slug}`,
      run: () =>
        void navigate({
          to: paths.explain,
          params: { org, project: project ?? '' },
          search: { variable: slug },
        }),
    }));
  return { entries, isSearching: isFetching || asked !== sought, error };
}

/** Returns the change request whose number is typed: "#42". */
function useNumbered({ org, project }: Scope, text: string): readonly Entry[] {
  const navigate = useNavigate();
  const number = /^#([1-9]\d{0,8})$/.exec(text)?.[1];
  if (number === undefined || project === undefined) return [];
  return [
    {
      key: `change-request:${number}`,
      icon: 'propose',
      label: `Change request #${number}`,
      run: () => void navigate({ to: paths.changeRequest, params: { org, project, number } }),
    },
  ];
}

/** Returns the entries of the palette. Without a text, recent entries come first. An entry that was found twice is shown once. */
export function useEntries(scope: Scope, text: string): Search {
  const explained = useExplained(scope, text);
  const found = useFound(scope.org, text.startsWith(explain) ? '' : text);
  const numbered = useNumbered(scope, text);
  const recent = useRecent();
  const destinations = useDestinations(scope);
  const needle = text.toLowerCase();
  const matches = ({ label, beside = '' }: Entry) => `${label} ${beside}`.toLowerCase().includes(needle);
  const ofScreen = actionsOfScreen();
  const all =
    text === ''
      ? [...recent, ...ofScreen, ...destinations]
      : [
          ...explained.entries,
          ...numbered,
          ...ofScreen.filter(matches),
          ...found.entries,
          ...destinations.filter(matches),
        ];
  return {
    entries: all.filter(({ key }, index) => all.findIndex((each) => each.key === key) === index),
    isSearching: explained.isSearching || found.isSearching,
    error: explained.error ?? found.error,
  };
}
