import { getDeniedReason, type OwnMembership } from '../../api/session/denied-reason.ts';
import { useNavigate } from '@tanstack/react-router';
import { readChanged, settings } from '../../api/client.ts';
import type { InProject } from '../../api/queries/project.ts';
import type { Environment } from '../../api/types.ts';
import { useInvalidateProject } from '../../api/live/use-invalidate-project.ts';
import { Field } from '../../design/forms/field.tsx';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { NameAndSlug, newNameAndSlug } from '../../design/forms/name-and-slug.tsx';
import { paths } from '../../page/paths.ts';
import { useToast } from '../../design/floating/toast.tsx';
import style from './features.module.css';
import { toBody, toVariations, type NewFeature, type VariableType } from './new-feature.ts';
import { FormDialog } from '../../design/forms/form-dialog.tsx';
import { useForm } from '../../design/forms/use-form.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/features';
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
  const navigate = useNavigate();
  const say = useToast();
  const invalidate = useInvalidateProject({ org, project });
  // The first variation is off, so that a new feature changes nothing until somebody turns it on.
  const defaults = Object.fromEntries(
    environments
      .filter((environment) => getDeniedReason(membership, 'serve', environment) === undefined)
      .map((each) => [each.slug, 0 as const]),
  );
  const form = useForm<NewFeature>(
    { ...newNameAndSlug, type: 'boolean', values: ['', ''], defaults },
    async (feature) => {
      const body = toBody(feature);
      if (body === undefined) return;
      const params = { path: { org, project } };
      const created = await readChanged(settings.POST(path, { params, body }));
      onClose();
      say(`Created “${feature.name || feature.slug}”`, { change: { org, id: created.changeId } });
      invalidate();
      await navigate({ to: paths.feature, params: { org, project, feature: created.body.slug } });
    },
  );
  const { type, values } = form.values;
  return (
    <FormDialog
      title="New feature"
      action="Create feature"
      form={form}
      fields={['name', 'slug', 'variables[0].slug']}
      isReady={toBody(form.values) !== undefined}
      onClose={onClose}
    >
      <NameAndSlug
        form={form}
        hint="Also the key your app uses to read its first variable."
        slugPath="variables[0].slug"
      />
      <Types type={type} onChange={(next) => form.change({ type: next })} />
      {type !== 'boolean' && (
        <Values {...{ type, values }} onChange={(next) => form.change({ values: next })} />
      )}
      <Defaults
        {...{ environments, membership }}
        defaults={form.values.defaults}
        names={toVariations({ type, values }).map((each, index) => each?.name ?? ['first', 'second'][index]!)}
        onChange={(env, index) => form.change({ defaults: { ...form.values.defaults, [env]: index } })}
      />
    </FormDialog>
  );
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
  const wrongs = toVariations({ type, values }).map((each, index) =>
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
