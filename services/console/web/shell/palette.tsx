import { Dialog as Base } from '@base-ui/react/dialog';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState, type KeyboardEvent } from 'react';
import { environmentsQuery, featuresQuery } from '../api/queries.ts';
import { Icon, type IconName } from '../ui/icons.tsx';
import kit from '../ui/kit.module.css';
import { paths } from '../ui/paths.ts';
import { prefer, preferences } from '../ui/preferences.ts';
import style from './palette.module.css';

interface Entry {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
  readonly beside?: string;
  readonly run: () => void;
}

/** Goes to anything by typing a part of it. A variable's key finds its feature. */
export function Palette({ org, project, onClose }: { org: string; project?: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const entries = useEntries(org, project ?? '', text.trim().toLowerCase());
  const at = Math.min(chosen, entries.length - 1);
  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  function press(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setChosen((at + by + entries.length) % Math.max(entries.length, 1));
    } else if (event.key === 'Enter') run(entries[at]);
  }
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={kit.backdrop} />
        <Base.Popup className={style.palette} aria-label="Go to">
          <input
            className={style.input}
            placeholder="Feature, variable, environment, room…"
            role="combobox"
            aria-label="Go to"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-activedescendant={entries[at] === undefined ? undefined : `palette-${at}`}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setChosen(0);
            }}
            onKeyDown={press}
          />
          <div id="palette-list" role="listbox" aria-label="Found" className={style.list}>
            {entries.map((entry, index) => (
              <div
                key={entry.key}
                id={`palette-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                className={style.entry}
                onMouseMove={() => setChosen(index)}
                onClick={() => run(entry)}
                onKeyDown={press}
              >
                <Icon name={entry.icon} />
                <span>{entry.label}</span>
                {entry.beside !== undefined && <code>{entry.beside}</code>}
              </div>
            ))}
          </div>
          {entries.length === 0 && <p className={style.none}>Nothing is called “{text}”.</p>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function useEntries(org: string, project: string, text: string): Entry[] {
  const navigate = useNavigate();
  const asksWhy = text.startsWith('explain ');
  const sought = asksWhy ? text.slice('explain '.length).trim() : text;
  const { feature }: { feature?: string } = useParams({ strict: false });
  const { data: found } = useInfiniteQuery({
    ...featuresQuery({ org, project }, { text: sought }, 8),
    enabled: project !== '',
    placeholderData: keepPreviousData,
  });
  const { data: environments = [] } = useQuery({
    ...environmentsQuery({ org, project }),
    enabled: project !== '',
  });
  const params = { org, project };
  const rooms: Entry[] = [
    {
      key: 'features',
      icon: 'flag',
      label: 'Features',
      run: () => void navigate({ to: paths.features, params }),
    },
    {
      key: 'segments',
      icon: 'people',
      label: 'Segments',
      run: () => void navigate({ to: paths.segments, params }),
    },
    {
      key: 'explain',
      icon: 'play',
      label: 'Explain',
      run: () => void navigate({ to: paths.explain, params }),
    },
    {
      key: 'keys',
      icon: 'key',
      label: 'Environments and keys',
      run: () => void navigate({ to: paths.environments, params }),
    },
    {
      key: 'audit',
      icon: 'clock',
      label: 'Audit log',
      run: () => void navigate({ to: paths.auditLog, params }),
    },
    {
      key: 'theme',
      icon: 'sun',
      label: 'Change the theme',
      run: () => prefer({ theme: preferences().theme === 'dark' ? 'light' : 'dark' }),
    },
  ];
  const ofEnvironments = environments.map(({ slug, name, protected: isProtected }): Entry => ({
    key: `env:${slug}`,
    icon: isProtected ? 'lock' : 'box',
    label: feature === undefined ? name : `${feature} in ${name}`,
    beside: slug,
    run: () =>
      void (feature === undefined
        ? navigate({ to: paths.environment, params: { ...params, env: slug } })
        : navigate({ to: paths.serving, params: { ...params, feature, env: slug } })),
  }));
  const features = (found?.pages[0]?.items ?? []).map(({ slug, name, variables }): Entry => ({
    key: `feature:${slug}`,
    icon: 'flag',
    label: name || slug,
    beside: variables.find((each) => text !== '' && each.slug.includes(text))?.slug ?? slug,
    run: () => void navigate({ to: paths.feature, params: { ...params, feature: slug } }),
  }));
  // "explain check…" asks for what a variable gives; a part of its key is enough, too.
  const explained = (found?.pages[0]?.items ?? [])
    .flatMap(({ variables }) => variables)
    .filter(({ slug }) => sought !== '' && slug.includes(sought))
    .slice(0, 4)
    .map(({ slug }): Entry => ({
      key: `explain:${slug}`,
      icon: 'play',
      label: 'Explain',
      beside: slug,
      run: () => void navigate({ to: paths.explain, params, search: { variable: slug } }),
    }));
  const matches = ({ label, beside = '' }: Entry) => `${label} ${beside}`.toLowerCase().includes(text);
  const isOfProject = ({ key }: Entry) => ['features', 'segments', 'explain', 'keys'].includes(key);
  const here = rooms.filter((each) => project !== '' || !isOfProject(each));
  if (asksWhy) return explained;
  return [...features, ...explained, ...ofEnvironments.filter(matches), ...here.filter(matches)];
}
