import { Field } from './field.tsx';
import { getFieldError } from './form-problem.tsx';
import { toSlug } from './to-slug.ts';

/** A name, and its slug, which follows the name until the user edits the slug. */
export interface NameAndSlugValues {
  readonly name: string;
  readonly slug: string;
}

export const newNameAndSlug: NameAndSlugValues = { name: '', slug: '' };

/** Changes the name, and the slug unless the user has edited it. */
export function renameWithSlug(before: NameAndSlugValues, name: string): Partial<NameAndSlugValues> {
  const isFollowing = before.slug === toSlug(before.name);
  return { name, ...(isFollowing && { slug: toSlug(name) }) };
}

/** The rules of a slug, as properties of its field. */
export const slugRules = {
  maxLength: 100,
  pattern: String.raw`[A-Za-z0-9][A-Za-z0-9._\-]*`,
  title: 'Use letters, digits, dots, hyphens and underscores. Start with a letter or digit.',
  required: true,
} as const;

export function NameAndSlug({
  form: { values, change, error },
  hint,
  slugPath = 'slug',
}: {
  form: {
    readonly values: NameAndSlugValues;
    readonly change: (changed: Partial<NameAndSlugValues>) => void;
    /** The error of the last request. */
    readonly error: (Error & { readonly code?: string | undefined }) | null;
  };
  hint: string;
  /** The path under which the server may report errors of the slug. */
  slugPath?: string;
}) {
  const { name, slug } = values;
  const taken = error?.code === 'taken' ? error.message : undefined;
  return (
    <>
      <Field
        label="Name"
        value={name}
        onChange={(event) => change(renameWithSlug(values, event.target.value))}
        maxLength={200}
        wrong={getFieldError(error, 'name')}
        required
        autoFocus
      />
      <Field
        label="Slug"
        value={slug}
        onChange={(event) => change({ slug: event.target.value })}
        hint={hint}
        wrong={getFieldError(error, 'slug') ?? getFieldError(error, slugPath) ?? taken}
        {...slugRules}
      />
    </>
  );
}
