import { useState } from 'react';
import type { OfRequest } from '../../api/queries/change-requests.ts';
import type { ChangeRequest, Environment } from '../../api/types.ts';
import { IconButton } from '../../design/button.tsx';
import { Menu } from '../../design/floating/menu.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import type { ConflictPart } from '../../flags/audit-records/model.ts';
import { ActionButton } from '../../page/action-button.tsx';
import { useActions, type Action } from '../../page/actions.ts';
import { ApplyDialog, WithoutApprovalDialog } from './apply-dialogs.tsx';
import style from './change-requests.module.css';
import { useReopen } from './changes.ts';
import { ResolveDialog } from './resolve-dialog.tsx';
import {
  allowsWithoutApproval,
  getApplyReason,
  getManageReason,
  getTakeOverReason,
  getWithoutApprovalReason,
  type RequestContext,
} from './rights.ts';
import { CloseDialog, TakeOverDialog } from './state-dialogs.tsx';

type Opened = 'apply' | 'without approval' | 'resolve' | 'take over' | 'close';

/** Renders what the user can do with a request: the next step as buttons, the rest in a menu. */
export function RequestActions({
  target,
  etag,
  request,
  context,
  conflicts,
  environments,
  getName,
}: {
  target: OfRequest;
  etag: string;
  request: ChangeRequest;
  context: RequestContext;
  conflicts: readonly ConflictPart[];
  environments: readonly Environment[];
  getName: (email: string) => string;
}) {
  const [opened, setOpened] = useState<Opened>();
  const reopen = useReopen(target);
  const say = useToast();
  const close = () => setOpened(undefined);
  const altered = environments.filter(({ slug }) =>
    request.environments.some(({ environment }) => environment === slug),
  );
  const names = new Intl.ListFormat('en-GB').format(altered.map(({ name }) => name));
  const common = {
    target,
    request,
    etag,
    names,
    isProtected: altered.some((each) => each.protected),
    onClose: close,
  };
  const { steps, more } = listActions(context, {
    open: setOpened,
    reopen: () => reopen.mutate(undefined, { onSuccess: () => say(`Reopened #${request.number}`) }),
  });
  useActions([...steps, ...more]);
  return (
    <div className={style.actions}>
      {steps.map((action) => (
        <ActionButton
          key={action.label}
          action={action}
          kind={action === steps[0] && action.disabledReason === undefined ? 'main' : 'plain'}
        />
      ))}
      {more.length > 0 && (
        <Menu
          trigger={<IconButton icon="more" label="More actions" />}
          items={more.map(({ label, disabledReason, run }) => ({ key: label, label, disabledReason, run }))}
        />
      )}
      <FormProblem problem={reopen.error} />
      {opened === 'apply' && <ApplyDialog {...common} />}
      {opened === 'without approval' && <WithoutApprovalDialog {...common} />}
      {opened === 'resolve' && (
        <ResolveDialog {...common} conflicts={conflicts} revision={request.revision} />
      )}
      {opened === 'take over' && <TakeOverDialog {...common} getName={getName} />}
      {opened === 'close' && <CloseDialog {...common} />}
    </div>
  );
}

function listActions(
  context: RequestContext,
  { open, reopen }: { open: (opened: Opened) => void; reopen: () => void },
): { readonly steps: readonly Action[]; readonly more: readonly Action[] } {
  const { request, email } = context;
  const manage = getManageReason(context);
  if (request.status === 'closed')
    return { steps: [{ label: 'Reopen', disabledReason: manage, run: reopen }], more: [] };
  if (request.status === 'applied') return { steps: [], more: [] };
  const apply: Action =
    request.stage === 'conflicting'
      ? { label: 'Resolve conflicts…', disabledReason: manage, run: () => open('resolve') }
      : { label: 'Apply now…', disabledReason: getApplyReason(context), run: () => open('apply') };
  const withoutApproval: Action = {
    label: 'Apply without approval…',
    disabledReason: getWithoutApprovalReason(context),
    run: () => open('without approval'),
  };
  const takeOver: Action = {
    label: 'Take over…',
    disabledReason: getTakeOverReason(context),
    run: () => open('take over'),
  };
  return {
    steps: [apply, ...(allowsWithoutApproval(context) ? [withoutApproval] : [])],
    more: [
      ...(request.author === email ? [] : [takeOver]),
      { label: 'Close…', disabledReason: manage, run: () => open('close') },
    ],
  };
}
