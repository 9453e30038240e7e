import { useVariable } from '@bunting/react';

/** Shows the news of the day. It changes while the page is open. */
export function Banner() {
  return (
    <p className="banner" role="status">
      {useVariable('banner-text', 'Made to order')}
    </p>
  );
}
