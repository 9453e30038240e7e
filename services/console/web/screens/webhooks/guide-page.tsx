import { Link, useParams } from '@tanstack/react-router';
import guide from '../../../../../docs/webhooks.md';
import { Markdown } from '../../design/markdown.tsx';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import style from './webhooks.module.css';

/** How a receiver checks a delivery and answers, with whole receivers: the document of the repository. */
export function GuidePage() {
  const { org } = useParams({ from: '/framed/o/$org/webhooks/guide' });
  return (
    <Page
      title="Webhooks, for receivers"
      documentTitle={`For receivers · Webhooks · ${org}`}
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
