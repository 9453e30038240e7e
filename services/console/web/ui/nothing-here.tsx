import { Link } from '@tanstack/react-router';
import { Page } from './page.tsx';
import kit from './kit.module.css';

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

/** Whoever is a member of no organisation, or whose organisations have no project. */
export function NoProject() {
  return (
    <Page title="No project yet" documentTitle="No project">
      <p className={kit.hint}>A project has features and environments. Make one, and it is here:</p>
      <pre className={kit.card}>
        <code>{`curl -b cookies ${location.origin}/settings/v1/organisations/ORG/projects -d '{"slug": "shop"}'`}</code>
      </pre>
    </Page>
  );
}
