import type { KeyboardEvent } from 'react';
import type { Pin } from '../../../api/queries/overrides.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import kit from '../../../design/kit.module.css';
import { Menu } from '../../../design/floating/menu.tsx';
import { VariationName, type NamedVariation } from '../../../flags/variation/variation-mark.tsx';
import { Time } from '../../../design/time.tsx';
import style from './overrides.module.css';
import { formatCount } from '../../../design/count.ts';

type Ask = (what: 'change' | 'remove' | 'user', pin: Pin) => void;

/** Lists overrides in pages of a hundred. The keys j and k move between rows; Delete removes the focused one. */
export function OverridesTable({
  pins,
  variations,
  disabledReason,
  hasMore,
  more,
  ask,
}: {
  pins: readonly Pin[];
  variations: readonly NamedVariation[];
  disabledReason: string | undefined;
  hasMore: boolean;
  more: () => void;
  ask: Ask;
}) {
  return (
    <>
      <div className={`${kit.card} ${style.frame}`}>
        <table className={kit.table}>
          <thead>
            <tr>
              <th scope="col">User</th>
              <th scope="col">Variation</th>
              <th scope="col">Note</th>
              <th scope="col">Added</th>
              <th scope="col">
                <span className="hidden-text">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {pins.map((pin) => (
              <Row key={pin.user_id} {...{ pin, variations, disabledReason, ask }} />
            ))}
          </tbody>
        </table>
      </div>
      <p className={kit.hint} role="status">
        {formatCount(pins.length, 'user')}
        {hasMore && ' so far'}
      </p>
      {hasMore && (
        <div>
          <Button onClick={more}>Show more</Button>
        </div>
      )}
    </>
  );
}

function Row({
  pin,
  variations,
  disabledReason,
  ask,
}: {
  pin: Pin;
  variations: readonly NamedVariation[];
  disabledReason: string | undefined;
  ask: Ask;
}) {
  const { user_id: user, variation, note, created_by: by, created_at: at } = pin;
  function press(event: KeyboardEvent) {
    if (event.key !== 'Delete' || disabledReason !== undefined) return;
    event.preventDefault();
    ask('remove', pin);
  }
  return (
    <tr>
      <th scope="row" className={style.user}>
        <button
          type="button"
          data-row
          title="All overrides of this user"
          onClick={() => ask('user', pin)}
          onKeyDown={press}
        >
          <code>{user}</code>
        </button>
      </th>
      <td>
        <VariationName slug={variation} variations={variations} />
      </td>
      <td className={style.note}>{note ?? <span className={kit.hint}>–</span>}</td>
      <td className={style.by}>
        {by ?? <span className={kit.hint}>Unknown</span>}, <Time at={at} />
      </td>
      <td className={style.actions}>
        <Menu
          trigger={<IconButton icon="more" label={`Actions for ${user}`} />}
          items={[
            { key: 'change', label: 'Edit…', disabledReason, run: () => ask('change', pin) },
            {
              key: 'user',
              icon: 'people',
              label: 'All overrides of this user',
              run: () => ask('user', pin),
            },
            { key: 'remove', icon: 'trash', label: 'Remove…', disabledReason, run: () => ask('remove', pin) },
          ]}
        />
      </td>
    </tr>
  );
}
