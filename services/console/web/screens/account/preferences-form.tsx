import kit from '../../design/kit.module.css';
import { prefer, usePreferences, type Preferences } from '../../design/preferences.ts';
import { Select } from '../../design/forms/select.tsx';

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const densities = [
  { value: 'roomy', label: 'Comfortable' },
  { value: 'dense', label: 'Compact' },
] as const;

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zones = [
  { value: '', label: `Browser (${own})` },
  { value: 'UTC', label: 'UTC' },
  ...Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
];

/** Preferences, stored in this browser. */
export function PreferencesForm() {
  const { theme, density, timeZone = '', singleKeys } = usePreferences();
  return (
    <div className={kit.narrowForm}>
      <Select
        label="Theme"
        options={themes}
        value={theme}
        onChange={(event) => prefer({ theme: event.target.value as Preferences['theme'] })}
      />
      <Select
        label="Table rows"
        options={densities}
        value={density}
        onChange={(event) => prefer({ density: event.target.value as Preferences['density'] })}
      />
      <Select
        label="Time zone"
        options={zones}
        value={timeZone}
        onChange={(event) => prefer({ timeZone: event.target.value || undefined })}
      />
      <label className={kit.named}>
        <input
          type="checkbox"
          checked={singleKeys}
          onChange={(event) => prefer({ singleKeys: event.target.checked })}
        />
        Shortcuts of a single letter (press ? to see them)
      </label>
    </div>
  );
}
