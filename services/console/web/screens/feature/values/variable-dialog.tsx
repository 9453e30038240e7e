import { getDeniedReason } from '../../../api/session/denied-reason.ts';
import { useState, type FormEvent } from 'react';
import { Dialog } from '../../../design/floating/dialog.tsx';
import { Field } from '../../../design/forms/field.tsx';
import kit from '../../../design/kit.module.css';
import { Switch } from '../../../design/forms/switch.tsx';
import { parseConstraints, toTyped, type TypedConstraints } from './constraints.ts';
import { changeVariable, type Grid, type GridVariable } from './model.ts';
import { Actions, SlugField, findSlugProblem } from './new-part-dialog.tsx';
import { getClientReason, getVariableReason, type Serving } from './served.ts';
import type { ValueType } from './value.ts';
import style from './values.module.css';
import { Form } from '../../../design/forms/form.tsx';

/** Edits the slug, description, visibility and constraints of a variable in the draft. */
export function VariableDialog({
  grid,
  serving,
  variable,
  onChange,
  onClose,
}: {
  grid: Grid;
  serving: Serving;
  variable: GridVariable;
  onChange: (grid: Grid) => void;
  onClose: () => void;
}) {
  const { key, type } = variable;
  const [slug, setSlug] = useState(variable.slug);
  const [description, setDescription] = useState(variable.description);
  const [client, setClient] = useState(variable.client);
  const [typed, setTyped] = useState(() => toTyped(variable.constraints, type));
  const read = parseConstraints(typed, type);
  const others = grid.variables.filter((each) => each.key !== key);
  const wrong = findSlugProblem(slug, others);
  const barred = getVariableReason(serving, key);
  const isViewer = getDeniedReason(serving.membership, 'define') !== undefined;
  const ofClient = getClientReason(serving, key);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (wrong !== undefined || read.problem !== undefined) return;
    const { constraints } = read;
    onChange(changeVariable(grid, key, { slug: slug.toLowerCase(), description, client, constraints }));
    onClose();
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Variable ${variable.slug}`}>
      <Form onSubmit={submit}>
        <SlugField
          value={slug}
          hint={barred ?? 'Apps that use the old slug will no longer find the variable.'}
          wrong={wrong}
          disabled={barred !== undefined}
          onChange={setSlug}
        />
        <label className={kit.field}>
          <span className={kit.label}>Description</span>
          <textarea
            className={`${kit.input} ${style.words}`}
            rows={2}
            maxLength={1_000}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </label>
        <div className={kit.field}>
          <span className={kit.named}>
            <Switch label="Client-side" isOn={client} disabledReason={ofClient} onChange={setClient} />
            Client-side
          </span>
          <p className={kit.hint}>
            {ofClient ?? 'Client keys can read it. Other variables are hidden from them.'}
          </p>
        </div>
        <ConstraintFields
          type={type}
          typed={typed}
          onChange={(changed) => setTyped({ ...typed, ...changed })}
        />
        {read.problem !== undefined && (
          <p className={kit.wrong} role="alert">
            {read.problem}
          </p>
        )}
        {!isViewer && <Actions action="Apply" onClose={onClose} />}
      </Form>
    </Dialog>
  );
}

/** Edits the constraints that apply to the type. */
function ConstraintFields({
  type,
  typed,
  onChange,
}: {
  type: ValueType;
  typed: TypedConstraints;
  onChange: (changed: Partial<TypedConstraints>) => void;
}) {
  if (type === 'boolean') return null;
  const field = (name: 'minimum' | 'maximum' | 'maxLength' | 'pattern', label: string, hint?: string) => (
    <Field
      label={label}
      hint={hint}
      maxLength={4_000}
      spellCheck={false}
      inputMode={name === 'pattern' ? 'text' : 'decimal'}
      value={typed[name]}
      onChange={(event) => onChange({ [name]: event.target.value })}
    />
  );
  const text = (name: 'oneOf' | 'schema', label: string, rows: number) => (
    <label className={kit.field}>
      <span className={kit.label}>{label}</span>
      <textarea
        className={kit.input}
        rows={rows}
        maxLength={100_000}
        spellCheck={false}
        value={typed[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
      />
    </label>
  );
  return (
    <fieldset className={style.constraints}>
      <legend className={kit.label}>Constraints</legend>
      <p className={kit.hint}>All optional. The values of every variation must match them.</p>
      {type === 'number' && (
        <div className={kit.pair}>
          {field('minimum', 'Minimum')}
          {field('maximum', 'Maximum')}
        </div>
      )}
      {type === 'number' && (
        <label>
          <input
            type="checkbox"
            checked={typed.integer}
            onChange={(event) => onChange({ integer: event.target.checked })}
          />{' '}
          Whole numbers only
        </label>
      )}
      {type === 'string' && (
        <div className={kit.pair}>
          {field('pattern', 'Pattern', 'Regular expression (RE2)')}
          {field('maxLength', 'Maximum length')}
        </div>
      )}
      {text(
        'oneOf',
        type === 'json' ? 'Allowed documents (one per line)' : 'Allowed values (one per line)',
        3,
      )}
      {type === 'json' && text('schema', 'JSON Schema (2020-12)', 5)}
    </fieldset>
  );
}
