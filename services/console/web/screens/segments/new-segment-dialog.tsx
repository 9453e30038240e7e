import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { segmentsQuery } from '../../api/queries/project.ts';
import type { Group } from '../../api/types.ts';
import { ConditionBuilder } from '../../flags/condition/builder.tsx';
import { knownValues } from '../../flags/condition/known-values.ts';
import { errorsUnder, getFieldPaths } from '../../flags/condition/field-errors.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { NameAndSlug, useNameAndSlug } from '../../design/forms/name-and-slug.tsx';
import { paths } from '../../page/paths.ts';
import { getErrorDetails } from '../../api/api-error.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { useMake } from './changes.ts';
import { Form } from '../../design/forms/form.tsx';

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
  const named = useNameAndSlug();
  const { data: others = [] } = useQuery(segmentsQuery({ org, project }));
  const [groups, setGroups] = useState<readonly Group[]>([]);
  const navigate = useNavigate();
  const say = useToast();
  const make = useMake({ org, project });
  // Errors of other conditions do not apply to these.
  const refused = make.variables?.any_of === groups ? make.error : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate(
      { slug: named.slug, name: named.name, any_of: groups },
      {
        onSuccess: ({ body, changeId }) => {
          say(`Created the segment “${body.slug}”`, { change: { org, id: changeId } });
          void navigate({ to: paths.segment, params: { org, project, segment: body.slug } });
        },
      },
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title="New segment">
      <Form onSubmit={submit}>
        <NameAndSlug of={named} hint="Used in rules. Can’t be changed later." error={make.error} />
        <div className={kit.field}>
          <h3>Definition</h3>
          <ConditionBuilder
            groups={groups}
            known={knownValues(others)}
            isReadOnly={false}
            details={errorsUnder(getErrorDetails(refused), 'any_of')}
            onChange={setGroups}
          />
        </div>
        <FormProblem problem={make.error} fields={['slug', ...getFieldPaths(make.error)]} />
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton problem={make.error} kind="main" disabled={make.isPending}>
            Create segment
          </SendButton>
        </div>
      </Form>
    </Dialog>
  );
}
