import { useBunting } from '@bunting/react';
import { countries, type Visitor } from './visitor.ts';

/** Asks where to ship. Rules may depend on the country, so Bunting gets it. */
export function ShipTo({ visitor }: { visitor: Visitor }) {
  const client = useBunting();
  const choose = (country: string) => {
    document.cookie = `country=${country}; Max-Age=31536000; Path=/; SameSite=Lax`;
    void client.identify({ ...visitor, country });
  };
  return (
    <label className="ship-to">
      <span>Ship to</span>
      <select defaultValue={visitor.country} onChange={(event) => choose(event.target.value)}>
        {Object.entries(countries).map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
