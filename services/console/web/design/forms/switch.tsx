import { Switch as Base } from '@base-ui/react/switch';
import kit from '../kit.module.css';

/** With a refusal it stays as it is and can be reached, so that people see why. */
export function Switch({
  isOn,
  onChange,
  label,
  refusal,
}: {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  label: string;
  refusal?: string | undefined;
}) {
  return (
    <Base.Root
      className={kit.switch}
      checked={isOn}
      onCheckedChange={refusal === undefined ? onChange : undefined}
      aria-disabled={refusal !== undefined}
      aria-label={refusal === undefined ? label : `${label}, not possible: ${refusal}`}
      title={refusal}
    >
      <Base.Thumb className={kit.thumb} />
    </Base.Root>
  );
}
