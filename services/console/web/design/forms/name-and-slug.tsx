import { useState } from 'react';
import { Field } from './field.tsx';
import { getFieldError } from './form-problem.tsx';
import { toSlug } from './to-slug.ts';

/** Keeps a name and its slug, which follows the name until the user edits the slug. */
export function useNameAndSlug() {
  const [name, setName] = useState('');
  const [ownSlug, setOwnSlug] = useState<string>();
  return { name, slug: ownSlug ?? toSlug(name), setName, setSlug: setOwnSlug };
}

export function NameAndSlug({
  of: { name, slug, setName, setSlug },
  hint,
  slugPath = 'slug',
  error,
}: {
  of: ReturnType<typeof useNameAndSlug>;
  hint: string;
  /** The path under which the server may report errors of the slug. */
  slugPath?: string;
  /** The error of the last attempt. */
  error: (Error & { readonly code?: string | undefined }) | null;
}) {
  const taken = error?.code === 'taken' ? error.message : undefined;
  return (
    <>
      <Field
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        maxLength={200}
        wrong={getFieldError(error, 'name')}
        required
        autoFocus
      />
      <Field
        label="Slug"
        value={slug}
        onChange={(event) => setSlug(event.target.value)}
        maxLength={100}
        pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
        title="Use letters, digits, dots, hyphens and underscores. Start with a letter or digit."
        hint={hint}
        wrong={getFieldError(error, 'slug') ?? getFieldError(error, slugPath) ?? taken}
        required
      />
    </>
  );
}
