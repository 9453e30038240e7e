import { Switch as Base } from '@base-ui/react/switch';
import kit from '../kit.module.css';

/** Renders a switch. Disabled, it keeps its state and can be focused, so that users can read the reason. */
export function Switch({
  isOn,
  onChange,
  label,
  disabledReason,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  label: string;
  disabledReason?: string | undefined;
}) {
  return (
    <Base.Root
      className={kit.switch}
      checked={isOn}
      onCheckedChange={disabledReason === undefined ? onChange : undefined}
      aria-disabled={disabledReason !== undefined}
      aria-label={disabledReason === undefined ? label : `${label}, not possible: ${disabledReason}`}
      title={disabledReason}
    >
      <Base.Thumb className={kit.thumb} />
    </Base.Root>
  );
}
