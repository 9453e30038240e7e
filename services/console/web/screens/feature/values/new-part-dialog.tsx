import { useState, type FormEvent } from 'react';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/floating/dialog.tsx';
import { Field } from '../../../design/forms/field.tsx';
import kit from '../../../design/kit.module.css';
import { useNameAndSlug } from '../../../design/forms/name-and-slug.tsx';
import { addVariable, addVariation, changeVariation, type Grid, type GridVariation } from './model.ts';
import type { ValueType } from './value.ts';
import style from './values.module.css';

const types: readonly (readonly [ValueType, string])[] = [
  ['boolean', 'on or off'],
  ['string', 'text'],
  ['number', 'a number'],
  ['json', 'a document'],
];
const slugPattern = '[A-Za-z0-9][A-Za-z0-9._\\-]{0,99}';
const slugHint = 'Letters, digits, dots, hyphens and underscores. Your app reads the variable by this slug.';

export function NewVariable({
  grid,
  onAdd,
  onClose,
}: {
  grid: Grid;
  onAdd: (grid: Grid) => void;
  onClose: () => void;
}) {
  const [slug, setSlug] = useState('');
  const [type, setType] = useState<ValueType>('boolean');
  const wrong = findSlugProblem(slug, grid.variables);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (wrong !== undefined) return;
    onAdd(addVariable(grid, { slug: slug.toLowerCase(), type }));
    onClose();
  }
  return (
    <Dialog isOpen onClose={onClose} title="New variable">
      <form className={kit.form} onSubmit={submit}>
        <SlugField value={slug} hint={slugHint} wrong={wrong} onChange={setSlug} />
        <fieldset className={style.types}>
          <legend className={kit.label}>Type (can’t be changed later)</legend>
          {types.map(([each, meaning]) => (
            <label key={each}>
              <input type="radio" name="type" checked={each === type} onChange={() => setType(each)} /> {each}
              <span className={kit.hint}>, {meaning}</span>
            </label>
          ))}
        </fieldset>
        <Actions action="Add" onClose={onClose} />
      </form>
    </Dialog>
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
  const { name, slug, setName, setSlug } = useNameAndSlug();
  const wrong = findSlugProblem(slug, grid.variations);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (wrong !== undefined) return;
    onAdd(addVariation(grid, { slug: slug.toLowerCase(), name }));
    onClose();
  }
  return (
    <Dialog isOpen onClose={onClose} title="New variation">
      <form className={kit.form} onSubmit={submit}>
        <Field
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SlugField
          value={slug}
          hint="Starts with the values of the last variation. Not served until you use it."
          wrong={wrong}
          onChange={setSlug}
        />
        <Actions action="Add" onClose={onClose} />
      </form>
    </Dialog>
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
  const [slug, setSlug] = useState(variation.slug);
  const others = grid.variations.filter(({ key }) => key !== variation.key);
  const wrong = findSlugProblem(slug, others);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (wrong !== undefined) return;
    onChange(changeVariation(grid, variation.key, { slug: slug.toLowerCase() }));
    onClose();
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Change the slug of ${variation.name || variation.slug}`}>
      <form className={kit.form} onSubmit={submit}>
        <SlugField
          value={slug}
          hint="Evaluations name the variation by its slug. It is still served wherever it is used."
          wrong={wrong}
          onChange={setSlug}
        />
        <Actions action="Change" onClose={onClose} />
      </form>
    </Dialog>
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
      required
      pattern={slugPattern}
      maxLength={100}
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
