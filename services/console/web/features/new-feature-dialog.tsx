import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { bodyOf, settings } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import kit from '../ui/kit.module.css';
import { paths } from '../ui/paths.ts';
import { slugOf } from '../ui/slug-of.ts';

/** Makes a feature with one variable of the type boolean, off and on. Nothing is served until a default or a rule says so. */
export function NewFeatureDialog({
  org,
  project,
  onClose,
}: {
  org: string;
  project: string;
  onClose: () => void;
}) {
  const [name, setName] = useState('');
  const [ownSlug, setOwnSlug] = useState<string>();
  const client = useQueryClient();
  const navigate = useNavigate();
  const slug = ownSlug ?? slugOf(name);
  const make = useMutation({
    mutationFn: () =>
      bodyOf(
        settings.POST('/settings/v1/organisations/{org}/projects/{project}/features', {
          params: { path: { org, project } },
          body: {
            slug,
            name,
            variables: [{ slug, type: 'boolean' }],
            variations: [
              { slug: 'off', name: 'Off', values: { [slug]: false } },
              { slug: 'on', name: 'On', values: { [slug]: true } },
            ],
          },
        }),
      ),
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['features', org, project] });
      await navigate({ to: paths.feature, params: { org, project, feature: slug } });
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  const detail = make.error instanceof Problem ? make.error.details[0] : undefined;
  return (
    <Dialog isOpen onClose={onClose} title="New feature">
      <form className={kit.field} onSubmit={submit}>
        <Field
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          maxLength={200}
          required
          autoFocus
        />
        <Field
          label="Slug"
          value={slug}
          onChange={(event) => setOwnSlug(event.target.value)}
          maxLength={100}
          pattern="[A-Za-z0-9][A-Za-z0-9._\-]*"
          required
          hint="What applications ask for: its first variable has this key, on or off."
          wrong={make.error ? (detail?.message ?? make.error.message) : undefined}
        />
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" disabled={make.isPending}>
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
