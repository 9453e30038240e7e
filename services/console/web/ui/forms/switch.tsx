import { Switch as Base } from '@base-ui/react/switch';
import kit from '../kit.module.css';

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
      onCheckedChange={onChange}
      disabled={refusal !== undefined}
      aria-label={label}
      title={refusal}
    >
      <Base.Thumb className={kit.thumb} />
    </Base.Root>
  );
}
