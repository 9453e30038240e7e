import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { featuresQuery, type OfServing } from '../../../api/queries/project.ts';
import type { Prerequisite } from '../../../api/types.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import kit from '../../../design/kit.module.css';
import { FieldErrorLines } from '../../../flags/condition/field-error-lines.tsx';
import { createFieldProps, errorsUnder, type FieldError } from '../../../flags/condition/field-errors.ts';
import { paths } from '../../../page/paths.ts';
import { getPrerequisites, withPrerequisites, type Document } from './model.ts';
import { NewPrerequisite } from './new-prerequisite.tsx';
import style from './targeting.module.css';

interface ListOptions {
  readonly target: OfServing;
  readonly document: Document;
  /** The errors of the server, by path in the document. */
  readonly details: readonly FieldError[];
  readonly isReadOnly: boolean;
  readonly onChange: (document: Document) => void;
}

/** Edits the variables of other features that must serve a variation before the rules apply. */
export function Prerequisites({ target, document, details, isReadOnly, onChange }: ListOptions) {
  const id = useId();
  const [isAdding, setAdding] = useState(false);
  const prerequisites = getPrerequisites(document);
  if (prerequisites.length === 0 && isReadOnly) return null;
  const change = (changed: readonly Prerequisite[]) => onChange(withPrerequisites(document, changed));
  const errors = errorsUnder(details, 'targeting.prerequisites').filter(({ path }) => path === '');
  return (
    <div className={style.prerequisites} role="group" aria-label="Prerequisites">
      {prerequisites.length > 0 && (
        <>
          <h3 id={id}>Prerequisites</h3>
          <p className={kit.hint}>
            The rules apply only if all of these are met. Otherwise, users get the default.
          </p>
          <ul aria-labelledby={id}>
            {prerequisites.map((prerequisite, at) => (
              <Entry
                key={prerequisite.variable}
                {...{ target, prerequisite, isReadOnly }}
                errors={errorsUnder(details, `targeting.prerequisites[${at}]`)}
                onChange={(changed) => change(prerequisites.with(at, changed))}
                onRemove={() => change(prerequisites.toSpliced(at, 1))}
              />
            ))}
          </ul>
        </>
      )}
      <FieldErrorLines errors={errors} id={id} />
      {isAdding && (
        <NewPrerequisite
          target={target}
          known={prerequisites.map(({ variable }) => variable)}
          onAdd={(added) => {
            setAdding(false);
            change([...prerequisites, added]);
          }}
          onCancel={() => setAdding(false)}
        />
      )}
      {!isReadOnly && !isAdding && (
        <div>
          <Button
            kind="quiet"
            icon="plus"
            disabledReason={
              prerequisites.length < maxPrerequisites ? undefined : `At most ${maxPrerequisites}.`
            }
            onClick={() => setAdding(true)}
          >
            Add prerequisite
          </Button>
        </div>
      )}
    </div>
  );
}

const maxPrerequisites = 10;

interface EntryOptions {
  readonly target: OfServing;
  readonly prerequisite: Prerequisite;
  readonly isReadOnly: boolean;
  readonly errors: readonly FieldError[];
  readonly onChange: (changed: Prerequisite) => void;
  readonly onRemove: () => void;
}

function Entry({ target, prerequisite, isReadOnly, errors, onChange, onRemove }: EntryOptions) {
  const id = useId();
  const { variable, variations } = prerequisite;
  const { org, project } = target;
  const { data } = useInfiniteQuery(featuresQuery({ org, project }, { text: variable }, 20));
  const feature = data?.pages[0]?.items.find((each) => each.variables.some(({ slug }) => slug === variable));
  // Until the feature is loaded, or if it does not exist, only the chosen variations are known.
  const choices = feature?.variations ?? variations.map((slug) => ({ slug, name: slug }));
  const fieldProps = createFieldProps(errors, id);
  const toggle = (slug: string, isChosen: boolean) =>
    onChange({
      variable,
      variations: choices
        .map((each) => each.slug)
        .filter((each) => (each === slug ? isChosen : variations.includes(each))),
    });
  return (
    <li className={style.prerequisite}>
      <span className={style.prerequisiteName}>
        {feature === undefined ? (
          <code>{variable}</code>
        ) : (
          <Link to={paths.serving} params={{ ...target, feature: feature.slug }}>
            <code>{variable}</code>
          </Link>
        )}{' '}
        serves
      </span>
      <span className={style.prerequisiteChoices} {...fieldProps('variable', 'variations')}>
        {choices.map(({ slug, name }) => {
          const isChosen = variations.includes(slug);
          if (isReadOnly)
            return (
              isChosen && (
                <span key={slug} className={kit.chip}>
                  {name || slug}
                </span>
              )
            );
          const isOnly = isChosen && variations.length === 1;
          return (
            <label key={slug} title={isOnly ? 'At least one variation is required.' : undefined}>
              <input
                type="checkbox"
                checked={isChosen}
                disabled={isOnly}
                onChange={(event) => toggle(slug, event.target.checked)}
              />
              {name || slug}
            </label>
          );
        })}
      </span>
      {!isReadOnly && (
        <IconButton icon="trash" label={`Remove the prerequisite ${variable}`} onClick={onRemove} />
      )}
      <FieldErrorLines errors={errors} id={id} className={`${kit.wrong} ${style.prerequisiteError}`} />
    </li>
  );
}
