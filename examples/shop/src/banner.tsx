import { useVariable } from '@bunting/react';

/** What the shop has to say today. It changes while the page is open. */
export function Banner() {
  return (
    <p className="banner" role="status">
      {useVariable('banner-text', 'Made to order')}
    </p>
  );
}
