import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { featuresQuery, type OfServing } from '../../../api/queries/project.ts';
import type { ListedFeature, Prerequisite } from '../../../api/types.ts';
import { Button } from '../../../design/button.tsx';
import { usePaused } from '../../../design/hooks/use-paused.ts';
import kit from '../../../design/kit.module.css';
import style from './targeting.module.css';

interface Options {
  readonly target: OfServing;
  /** The variables that have a prerequisite already. */
  readonly known: readonly string[];
  readonly onAdd: (added: Prerequisite) => void;
  readonly onCancel: () => void;
}

/**
 * Chooses the variable of a new prerequisite. It is complete at once: its last variation, or `on`, is chosen. Add can be pressed while the
 * search is still loading; the variable is added once it is found.
 */
export function NewPrerequisite({ target, known, onAdd, onCancel }: Options) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [sought, setSought] = useState('');
  // Typing resets it.
  const [isSubmitted, setSubmitted] = useState(false);
  const text = typed.trim().toLowerCase();
  usePaused(text, text !== sought, 150, setSought);
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    ...featuresQuery({ org: target.org, project: target.project }, { text: sought }, 20),
    placeholderData: keepPreviousData,
  });
  const variables = (data?.pages ?? []).flatMap(({ items }) =>
    items.flatMap((feature) =>
      feature.variables.map(({ slug }) => ({
        slug,
        feature,
        problem: known.includes(slug) ? 'Already a prerequisite.' : findProblem(feature, target),
      })),
    ),
  );
  const found = variables.find(({ slug }) => slug === text);
  const isSearching =
    isSubmitted && !found && error === null && (sought !== text || isFetching || hasNextPage);
  const problem = found
    ? found.problem
    : (error?.message ?? (isSearching ? undefined : 'No feature has this variable.'));
  useEffect(() => {
    if (!isSubmitted) return;
    if (found && found.problem === undefined) {
      const variations = found.feature.variations.map(({ slug }) => slug);
      onAdd({ variable: found.slug, variations: [variations.includes('on') ? 'on' : variations.at(-1)!] });
    } else if (isSearching && !isFetching) void fetchNextPage();
  });
  function submit() {
    if (text === '') return;
    setSought(text);
    setSubmitted(true);
    if (error !== null) void refetch();
  }
  const isWrong = isSubmitted && problem !== undefined;
  return (
    <div className={style.prerequisite}>
      <label className={kit.label} htmlFor={id}>
        Variable of another feature
      </label>
      <input
        id={id}
        className={kit.input}
        list={`${id}-variables`}
        value={typed}
        maxLength={100}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-problem` : undefined}
        // The button that opened it has just been pressed.
        autoFocus
        onChange={(event) => {
          setTyped(event.target.value);
          setSubmitted(false);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel();
          if (event.key === 'Enter') submit();
        }}
      />
      <datalist id={`${id}-variables`}>
        {variables.map((each) => each.problem === undefined && <option key={each.slug} value={each.slug} />)}
      </datalist>
      <Button
        disabledReason={text === '' ? 'Choose a variable of another feature.' : undefined}
        onClick={submit}
      >
        Add
      </Button>
      <Button kind="quiet" onClick={onCancel}>
        Cancel
      </Button>
      {isSearching && (
        <span className={kit.hint} role="status">
          Searching…
        </span>
      )}
      {isWrong && (
        <p id={`${id}-problem`} className={`${kit.wrong} ${style.prerequisiteError}`} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** Returns why the variables of a feature can't be prerequisites; undefined = they can. */
function findProblem(feature: ListedFeature, target: OfServing): string | undefined {
  if (feature.slug === target.feature) return "A feature can't require its own variables.";
  if (feature.status === 'archived') return 'Its feature is archived.';
  return feature.variations.length === 0 ? 'Its feature has no variations.' : undefined;
}
