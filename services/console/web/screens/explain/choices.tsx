import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { featuresQuery } from '../../api/queries/project.ts';
import type { Environment } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { parseLocalInput, formatLocalInput } from '../../design/forms/local-time.ts';
import { usePaused } from '../../design/hooks/use-paused.ts';
import style from './explain.module.css';
import { DateInput } from '../../design/forms/date-input.tsx';

const none: readonly Environment[] = [];

interface Options {
  readonly org: string;
  readonly project: string;
  readonly env: string | undefined;
  readonly variable: string | undefined;
  readonly at: string | undefined;
  readonly environments: readonly Environment[] | undefined;
  readonly change: (next: { env?: string; variable?: string; at?: string | undefined }) => void;
  /** The input of the variable, before it is explained. */
  readonly onTyping: (variable: string) => void;
}

/** Renders the variable, environment and time to explain. */
export function Choices({ org, project, env, variable, at, environments: given, change, onTyping }: Options) {
  const id = useId();
  const environments = given ?? none;
  const isProtected = environments.find(({ slug }) => slug === env)?.protected ?? false;
  return (
    <div className={style.choices}>
      <VariableField
        {...{ org, project, variable, onTyping }}
        onChange={(chosen) => change({ variable: chosen })}
      />
      <div className={kit.field}>
        <label className={kit.label} htmlFor={`${id}-env`}>
          Environment {isProtected && <Icon name="lock" size={12} />}
        </label>
        <select
          id={`${id}-env`}
          className={kit.input}
          value={env ?? ''}
          onChange={(event) => change({ env: event.target.value })}
        >
          {environments.map(({ slug, name, protected: isGuarded }) => (
            <option key={slug} value={slug}>
              {name}
              {isGuarded ? ' (protected)' : ''}
            </option>
          ))}
        </select>
      </div>
      <div className={kit.field}>
        <label className={kit.label} htmlFor={`${id}-at`}>
          At
        </label>
        <span className={style.at}>
          <DateInput
            id={`${id}-at`}
            label="time"
            hasTime
            value={at === undefined ? '' : formatLocalInput(at)}
            onChange={(local) => local !== undefined && change({ at: parseLocalInput(local) })}
          />
          {at === undefined ? (
            <span className={kit.hint}>Now</span>
          ) : (
            <Button onClick={() => change({ at: undefined })}>Now</Button>
          )}
        </span>
      </div>
    </div>
  );
}

/** Suggests variables that contain the typed text. */
function VariableField({
  org,
  project,
  variable,
  onTyping,
  onChange,
}: {
  org: string;
  project: string;
  variable: string | undefined;
  onTyping: (variable: string) => void;
  onChange: (variable: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(variable ?? '');
  const [shown, setShown] = useState(variable);
  if (shown !== variable) {
    setShown(variable);
    setTyped(variable ?? '');
  }
  const text = typed.trim().toLowerCase();
  const [sought, setSought] = useState('');
  usePaused(text, text !== sought, 150, setSought);
  const { data: found } = useInfiniteQuery({
    // Nothing changed.
    ...featuresQuery({ org, project }, { text: sought === variable ? '' : sought }, 20),
    placeholderData: keepPreviousData,
  });
  const variables = found?.pages[0]?.items.flatMap((each) => each.variables.map(({ slug }) => slug)) ?? [];
  const leave = () => text !== '' && text !== variable && onChange(text);
  return (
    <div className={kit.field}>
      <label className={kit.label} htmlFor={id}>
        Variable
      </label>
      <input
        id={id}
        className={kit.input}
        data-search
        list={`${id}-variables`}
        value={typed}
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setTyped(event.target.value);
          onTyping(event.target.value);
          if (variables.includes(event.target.value)) onChange(event.target.value);
        }}
        onKeyDown={(event) => event.key === 'Enter' && leave()}
        onBlur={leave}
      />
      <datalist id={`${id}-variables`}>
        {variables.map((slug) => (
          <option key={slug} value={slug} />
        ))}
      </datalist>
    </div>
  );
}
