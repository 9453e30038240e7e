import { Switch as Base } from '@base-ui/react/switch';
import kit from '../kit.module.css';

/** Renders a switch. With a refusal it keeps its state and can be focused, so that users can read the reason. */
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
