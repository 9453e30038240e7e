import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { getErrorDetails } from '../../api/api-error.ts';
import { readChanged, settings } from '../../api/client.ts';
import { useInvalidateProject } from '../../api/live/use-invalidate-project.ts';
import { segmentsQuery } from '../../api/queries/project.ts';
import type { Group } from '../../api/types.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { FormDialog } from '../../design/forms/form-dialog.tsx';
import { NameAndSlug, newNameAndSlug } from '../../design/forms/name-and-slug.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import kit from '../../design/kit.module.css';
import { ConditionBuilder } from '../../flags/condition/builder.tsx';
import { errorsUnder, getFieldPaths } from '../../flags/condition/field-errors.ts';
import { knownValues } from '../../flags/condition/known-values.ts';
import { paths } from '../../page/paths.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/segments';
const initial: { name: string; slug: string; groups: readonly Group[] } = { ...newNameAndSlug, groups: [] };

/** Creates a segment. It changes nothing for users until a rule uses it. */
export function NewSegmentDialog({
  org,
  project,
  onClose,
}: {
  org: string;
  project: string;
  onClose: () => void;
}) {
  const { data: others = [] } = useQuery(segmentsQuery({ org, project }));
  const navigate = useNavigate();
  const say = useToast();
  const invalidate = useInvalidateProject({ org, project });
  const form = useForm(initial, async ({ name, slug, groups }) => {
    try {
      const body = { name, slug, any_of: groups };
      const created = await readChanged(settings.POST(path, { params: { path: { org, project } }, body }));
      say(`Created the segment “${slug}”`, { change: { org, id: created.changeId } });
      await navigate({ to: paths.segment, params: { org, project, segment: created.body.slug } });
    } finally {
      invalidate();
    }
  });
  const { values, error, sent } = form;
  // Errors of other conditions do not apply to these.
  const refused = sent?.groups === values.groups ? error : null;
  return (
    <FormDialog
      title="New segment"
      action="Create segment"
      form={form}
      fields={['slug', ...getFieldPaths(error)]}
      onClose={onClose}
    >
      <NameAndSlug form={form} hint="Used in rules. Can’t be changed later." />
      <div className={kit.field}>
        <h3>Definition</h3>
        <ConditionBuilder
          groups={values.groups}
          known={knownValues(others)}
          isReadOnly={false}
          details={errorsUnder(getErrorDetails(refused), 'any_of')}
          onChange={(groups) => form.change({ groups })}
        />
      </div>
    </FormDialog>
  );
}
