import { Link } from '@tanstack/react-router';
import { Page } from './page.tsx';

export function NothingHere() {
  return (
    <Page title="There is no such page" documentTitle="Not found">
      <p>
        Nothing is at <code>{location.pathname}</code>. It may have been renamed or deleted.
      </p>
      <p>
        <Link to="/">To the features of your last project</Link>
      </p>
    </Page>
  );
}
