import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import type { OfServing } from '../../api/queries/project.ts';
import type { Environment } from '../../api/types.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import { Differences } from '../../editing/differences.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { VariationName, type NamedVariation } from '../variation/variation-mark.tsx';
import { Time } from '../../design/time.tsx';
import { usePinning } from './changes.ts';
import { triedPinsQuery, type Pin, type OverrideChanges } from '../../api/queries/overrides.ts';
import style from './pins.module.css';

interface Options {
  readonly target: OfServing;
  readonly environment: Environment;
  readonly variations: readonly NamedVariation[];
  readonly pins: OverrideChanges;
  readonly action: string;
  readonly onDone: (done: { readonly changeId: string | undefined }) => void;
  readonly onClose: () => void;
}

/** Shows the changes of an override dry run and the current overrides that it would replace, then saves. */
export function ReviewPins(options: Options) {
  const tried = useQuery(triedPinsQuery(options.target, options.pins));
  return (
    <QueryBoundary of={tried} height={96}>
      {(review) => <Reviewed {...options} {...review} retry={() => void tried.refetch()} />}
    </QueryBoundary>
  );
}

function Reviewed({
  target,
  environment,
  variations,
  pins,
  action,
  changes,
  pinned,
  etag,
  retry,
  onDone,
  onClose,
}: Options & {
  changes: readonly { readonly what: string }[];
  pinned: readonly Pin[];
  etag: string;
  retry: () => void;
}) {
  const save = usePinning(target);
  const isBehind = save.error instanceof ApiError && save.error.status === 412;
  const hasNotes = Object.values(pins).some((pin) => pin?.note !== undefined);
  const isNothing = changes.length === 0 && !hasNotes;
  const run = () => save.mutate({ pins, etag }, { onSuccess: onDone });
  return (
    <>
      {isBehind && (
        <p className={kit.notice} role="alert">
          Not saved. Someone else changed the overrides of these users. Compare their version with yours
          below.
        </p>
      )}
      {pinned.length > 0 && (
        <section className={style.before} aria-label="Current overrides">
          <h3>Current overrides</h3>
          <ul>
            {pinned.slice(0, 20).map((pin) => (
              <li key={pin.user_id}>
                <code>{pin.user_id}</code> <VariationName slug={pin.variation} variations={variations} />{' '}
                <span className={kit.hint}>
                  by {pin.created_by ?? 'unknown'}, <Time at={pin.created_at} />
                  {pin.note !== null && `: ${pin.note}`}
                </span>
              </li>
            ))}
            {pinned.length > 20 && <li className={kit.hint}>and {pinned.length - 20} more</li>}
          </ul>
        </section>
      )}
      <p className={kit.hint}>
        {isNothing
          ? 'No changes'
          : changes.length === 0
            ? 'Only the note changes. Users get the same variations.'
            : 'These changes go live within a second.'}
      </p>
      <div className={style.lines}>
        <Differences
          changes={changes.map(({ what }) => ({ text: what }))}
          isProtected={environment.protected}
        />
      </div>
      {!isBehind && <FormProblem problem={save.error} />}
      <div className={kit.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <SendButton
          type="button"
          problem={save.error}
          kind={environment.protected ? 'guard' : 'main'}
          disabled={isNothing || save.isPending}
          onClick={() => {
            if (!isBehind) return run();
            save.reset();
            retry();
          }}
        >
          {isBehind ? 'Review again' : `${action} ${environment.name}`}
        </SendButton>
      </div>
    </>
  );
}
