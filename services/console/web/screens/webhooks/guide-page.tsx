import { Link, useParams } from '@tanstack/react-router';
import guide from '../../../../../docs/reference/webhooks.md';
import { Markdown } from '../../design/markdown.tsx';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import style from './webhooks.module.css';

/** Renders the guide for receivers of webhooks. */
export function GuidePage() {
  const { org } = useParams({ from: '/framed/o/$org/webhooks/guide' });
  return (
    <Page
      title="Receive webhooks"
      documentTitle={`Receive webhooks · ${org}`}
      crumbs={
        <Link to={paths.webhooks} params={{ org }}>
          Webhooks
        </Link>
      }
    >
      <div className={style.guide}>
        <Markdown tokens={guide.slice(1)} />
      </div>
    </Page>
  );
}
