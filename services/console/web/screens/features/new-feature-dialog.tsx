import { getDeniedReason, type OwnMembership } from '../../api/session/denied-reason.ts';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { readChanged, settings } from '../../api/client.ts';
import type { InProject } from '../../api/queries/project.ts';
import type { Environment } from '../../api/types.ts';
import { useInvalidateProject } from '../../api/live/use-invalidate-project.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { Icon } from '../../design/icons.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { NameAndSlug, useNameAndSlug } from '../../design/forms/name-and-slug.tsx';
import { paths } from '../../page/paths.ts';
import { useToast } from '../../design/floating/toast.tsx';
import style from './features.module.css';
import { bodyOfNew, variationsOf, type NewFeature, type VariableType } from './new-feature.ts';
import { Form } from '../../design/forms/form.tsx';

const types: readonly VariableType[] = ['boolean', 'string', 'number', 'json'];
const typeNames = { boolean: 'Boolean (on/off)', string: 'String', number: 'Number', json: 'JSON' } as const;

/** Creates a feature with one variable and its default in every environment, in one change. */
export function NewFeatureDialog({
  org,
  project,
  environments,
  membership,
  onClose,
}: InProject & {
  environments: readonly Environment[];
  membership: OwnMembership | undefined;
  onClose: () => void;
}) {
  const named = useNameAndSlug();
  const { name, slug } = named;
  const [type, setType] = useState<VariableType>('boolean');
  const [values, setValues] = useState<readonly [string, string]>(['', '']);
  const [chosen, setChosen] = useState<NewFeature['defaults']>({});
  // The first variation is off, so that a new feature changes nothing until somebody turns it on.
  const own = environments.filter(
    (environment) => getDeniedReason(membership, 'serve', environment) === undefined,
  );
  const defaults = { ...Object.fromEntries(own.map((each) => [each.slug, 0 as const])), ...chosen };
  const body = bodyOfNew({ name, slug, type, values, defaults });
  const make = useMake({ org, project }, name || slug, onClose);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (body) make.mutate(body);
  }
  return (
    <Dialog isOpen onClose={onClose} title="New feature">
      <Form onSubmit={submit}>
        <NameAndSlug
          of={named}
          hint="Also the key your app uses to read its first variable."
          slugPath="variables[0].slug"
          error={make.error}
        />
        <Types type={type} onChange={setType} />
        {type !== 'boolean' && <Values {...{ type, values }} onChange={setValues} />}
        <Defaults
          {...{ environments, membership, defaults }}
          names={variationsOf({ type, values }).map(
            (each, index) => each?.name ?? ['first', 'second'][index]!,
          )}
          onChange={(env, index) => setChosen({ ...chosen, [env]: index })}
        />
        <FormProblem problem={make.error} fields={['name', 'slug', 'variables[0].slug']} />
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton problem={make.error} kind="main" disabled={make.isPending || body === undefined}>
            Create
          </SendButton>
        </div>
      </Form>
    </Dialog>
  );
}

function useMake({ org, project }: InProject, name: string, onClose: () => void) {
  const invalidate = useInvalidateProject({ org, project });
  const navigate = useNavigate();
  const say = useToast();
  return useMutation({
    mutationFn: (body: NonNullable<ReturnType<typeof bodyOfNew>>) =>
      readChanged(
        settings.POST('/settings/v1/organisations/{org}/projects/{project}/features', {
          params: { path: { org, project } },
          body,
        }),
      ),
    async onSuccess({ body: { slug }, changeId: id }) {
      onClose();
      say(`Created “${name}”`, { change: { org, id } });
      invalidate();
      await navigate({ to: paths.feature, params: { org, project, feature: slug } });
    },
  });
}

function Types({ type, onChange }: { type: VariableType; onChange: (type: VariableType) => void }) {
  return (
    <fieldset className={style.types}>
      <legend className={kit.label}>Type</legend>
      {types.map((each) => (
        <label key={each}>
          <input type="radio" name="type" checked={each === type} onChange={() => onChange(each)} />
          {typeNames[each]}
        </label>
      ))}
    </fieldset>
  );
}

function Values({
  type,
  values,
  onChange,
}: {
  type: VariableType;
  values: readonly [string, string];
  onChange: (values: readonly [string, string]) => void;
}) {
  const wrongs = variationsOf({ type, values }).map((each, index) =>
    each === undefined && values[index] !== ''
      ? `Not valid ${type === 'json' ? 'JSON' : `as a ${type}`}`
      : undefined,
  );
  return (
    <>
      {(['First value', 'Second value'] as const).map((label, index) => (
        <Field
          key={label}
          label={label}
          value={values[index]}
          wrong={wrongs[index]}
          hint={index === 0 ? 'Each value becomes a variation. You can add more later.' : undefined}
          onChange={({ target }) =>
            onChange(index === 0 ? [target.value, values[1]] : [values[0], target.value])
          }
        />
      ))}
    </>
  );
}

function Defaults({
  environments,
  membership,
  defaults,
  names,
  onChange,
}: {
  environments: readonly Environment[];
  membership: OwnMembership | undefined;
  defaults: NewFeature['defaults'];
  names: readonly string[];
  onChange: (env: string, index: 0 | 1 | undefined) => void;
}) {
  return (
    <fieldset className={style.defaults}>
      <legend className={kit.label}>Default value</legend>
      {environments.map((environment) => {
        const { slug, name, protected: isProtected } = environment;
        const disabledReason = getDeniedReason(membership, 'serve', environment);
        const index = defaults[slug];
        return (
          <label key={slug} title={disabledReason}>
            <span className={kit.named}>
              {isProtected && <Icon name="lock" size={14} />}
              {name}
              {disabledReason && <span className="hidden-text">, not available: {disabledReason}</span>}
            </span>
            <select
              className={kit.input}
              value={index ?? ''}
              disabled={disabledReason !== undefined}
              onChange={({ target: { value } }) =>
                onChange(slug, value === '' ? undefined : value === '1' ? 1 : 0)
              }
            >
              {names.map((each, at) => (
                <option key={at} value={at}>
                  {each}
                </option>
              ))}
              <option value="">None</option>
            </select>
          </label>
        );
      })}
    </fieldset>
  );
}
