import { Link } from '@tanstack/react-router';
import { AuthLayout } from '../design/auth-layout.tsx';
import { Page } from './page.tsx';

/** Renders the page of an address below a project or an organisation that does not exist. */
export function NothingHere() {
  return (
    <Page title="Page not found" documentTitle="Page not found">
      <Explanation />
    </Page>
  );
}

/** Renders the page of an address that belongs to no part of the console. It has no frame, because the visitor may not be signed in. */
export function NothingAnywhere() {
  return (
    <AuthLayout title="Page not found" documentTitle="Page not found">
      <Explanation />
    </AuthLayout>
  );
}

function Explanation() {
  return (
    <>
      <p>
        There is no page at <code>{location.pathname}</code>. It may have been renamed or deleted.
      </p>
      <p>
        <Link to="/">Go to the features of your last project</Link>
      </p>
    </>
  );
}
