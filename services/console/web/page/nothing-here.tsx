import { Link } from '@tanstack/react-router';
import { Page } from './page.tsx';

export function NothingHere() {
  return (
    <Page title="Page not found" documentTitle="Page not found">
      <p>
        There is no page at <code>{location.pathname}</code>. It may have been renamed or deleted.
      </p>
      <p>
        <Link to="/">Go to the features of your last project</Link>
      </p>
    </Page>
  );
}
