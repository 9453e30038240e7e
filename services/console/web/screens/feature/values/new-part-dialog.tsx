import { Button } from '../../../design/button.tsx';
import { Field } from '../../../design/forms/field.tsx';
import { FormDialog } from '../../../design/forms/form-dialog.tsx';
import { newNameAndSlug, renameWithSlug, slugRules } from '../../../design/forms/name-and-slug.tsx';
import { useForm } from '../../../design/forms/use-form.ts';
import kit from '../../../design/kit.module.css';
import { addVariable, addVariation, changeVariation, type Grid, type GridVariation } from './model.ts';
import type { ValueType } from './value.ts';
import style from './values.module.css';

const types: readonly (readonly [ValueType, string])[] = [
  ['boolean', 'on or off'],
  ['string', 'text'],
  ['number', 'a number'],
  ['json', 'a document'],
];
const slugHint = 'Letters, digits, dots, hyphens and underscores. Your app reads the variable by this slug.';

const newVariable: { slug: string; type: ValueType } = { slug: '', type: 'boolean' };

export function NewVariable({
  grid,
  onAdd,
  onClose,
}: {
  grid: Grid;
  onAdd: (grid: Grid) => void;
  onClose: () => void;
}) {
  const form = useForm(newVariable, async ({ slug, type }) => {
    onAdd(addVariable(grid, { slug: slug.toLowerCase(), type }));
    onClose();
  });
  const { slug, type } = form.values;
  const wrong = findSlugProblem(slug, grid.variables);
  return (
    <FormDialog
      title="New variable"
      action="Add"
      form={form}
      fields={[]}
      isReady={wrong === undefined}
      onClose={onClose}
    >
      <SlugField
        value={slug}
        hint={slugHint}
        wrong={wrong}
        onChange={(next) => form.change({ slug: next })}
      />
      <fieldset className={style.types}>
        <legend className={kit.label}>Type (can’t be changed later)</legend>
        {types.map(([each, meaning]) => (
          <label key={each}>
            <input
              type="radio"
              name="type"
              checked={each === type}
              onChange={() => form.change({ type: each })}
            />{' '}
            {each}
            <span className={kit.hint}>, {meaning}</span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}

export function NewVariation({
  grid,
  onAdd,
  onClose,
}: {
  grid: Grid;
  onAdd: (grid: Grid) => void;
  onClose: () => void;
}) {
  const form = useForm(newNameAndSlug, async ({ name, slug }) => {
    onAdd(addVariation(grid, { slug: slug.toLowerCase(), name }));
    onClose();
  });
  const { name, slug } = form.values;
  const wrong = findSlugProblem(slug, grid.variations);
  return (
    <FormDialog
      title="New variation"
      action="Add"
      form={form}
      fields={[]}
      isReady={wrong === undefined}
      onClose={onClose}
    >
      <Field
        label="Name"
        required
        maxLength={200}
        value={name}
        onChange={(event) => form.change(renameWithSlug(form.values, event.target.value))}
      />
      <SlugField
        value={slug}
        hint="Starts with the values of the last variation. Not served until you use it."
        wrong={wrong}
        onChange={(next) => form.change({ slug: next })}
      />
    </FormDialog>
  );
}

export function RenameVariation({
  grid,
  variation,
  onChange,
  onClose,
}: {
  grid: Grid;
  variation: GridVariation;
  onChange: (grid: Grid) => void;
  onClose: () => void;
}) {
  const form = useForm({ slug: variation.slug }, async ({ slug }) => {
    onChange(changeVariation(grid, variation.key, { slug: slug.toLowerCase() }));
    onClose();
  });
  const { slug } = form.values;
  const others = grid.variations.filter(({ key }) => key !== variation.key);
  const wrong = findSlugProblem(slug, others);
  return (
    <FormDialog
      title={`Change the slug of ${variation.name || variation.slug}`}
      action="Change"
      form={form}
      fields={[]}
      isReady={wrong === undefined}
      onClose={onClose}
    >
      <SlugField
        value={slug}
        hint="Evaluations name the variation by its slug. It is still served wherever it is used."
        wrong={wrong}
        onChange={(next) => form.change({ slug: next })}
      />
    </FormDialog>
  );
}

export function SlugField({
  value,
  hint,
  wrong,
  disabled = false,
  onChange,
}: {
  value: string;
  hint: string;
  wrong: string | undefined;
  disabled?: boolean;
  onChange: (slug: string) => void;
}) {
  return (
    <Field
      label="Slug"
      {...slugRules}
      autoComplete="off"
      spellCheck={false}
      hint={hint}
      wrong={wrong}
      disabled={disabled}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function Actions({ action, onClose }: { action: string; onClose: () => void }) {
  return (
    <div className={kit.actions}>
      <Button onClick={onClose}>Cancel</Button>
      <Button kind="main" type="submit">
        {action}
      </Button>
    </div>
  );
}

export function findSlugProblem(
  slug: string,
  parts: readonly { readonly slug: string }[],
): string | undefined {
  const isTaken = parts.some((part) => part.slug === slug.toLowerCase());
  return isTaken ? 'This slug is already used in this feature.' : undefined;
}
