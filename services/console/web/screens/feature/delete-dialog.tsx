import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { featureQuery, type OfFeature } from '../../api/queries/project.ts';
import type { Feature } from '../../api/types.ts';
import { useDeleteFeature } from '../../api/use-delete-feature.ts';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { paths } from '../../page/paths.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { useMayChange } from '../../api/session/use-may-change.ts';

/** Confirms deleting a feature. The user types the slug if a protected environment serves it. */
export function DeleteDialog({
  target,
  feature,
  onClose,
}: {
  target: OfFeature;
  feature: Feature;
  onClose: () => void;
}) {
  const { data } = useQuery(featureQuery(target));
  const { protectedNames } = useMayChange(target);
  const remove = useDeleteFeature(target);
  const navigate = useNavigate();
  const say = useToast();
  const name = feature.name || feature.slug;
  function run() {
    if (data === undefined) return;
    remove.mutate(data.etag, {
      onSuccess({ changeId: id }) {
        void navigate({ to: paths.features, params: target });
        say(`Deleted “${name}”`, { change: { org: target.org, id } });
      },
    });
  }
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${name}?`}
      action="Delete"
      kind="danger"
      typed={protectedNames === '' ? undefined : feature.slug}
      typedLabel={`Type ${feature.slug} to delete it`}
      isPending={remove.isPending || data === undefined}
      error={remove.error}
      onConfirm={run}
      onClose={onClose}
    >
      <p>
        Deletes its rules, overrides and defaults in every environment. Within a second, apps fall back to
        their code defaults.
      </p>
      {protectedNames !== '' && <p>It is served in {protectedNames} (protected).</p>}
    </ConfirmDialog>
  );
}
