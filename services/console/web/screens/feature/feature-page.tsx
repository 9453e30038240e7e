import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useMatchRoute, useParams } from '@tanstack/react-router';
import { environmentsQuery, featureQuery, sessionQuery } from '../../api/queries/project.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { IconButton } from '../../design/button.tsx';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { usePreferences } from '../../design/preferences.ts';
import { draftNames } from '../../page/draft-names.ts';
import { UnsavedMarker } from '../../editing/unsaved-marker.tsx';
import { TabLinks } from '../../page/tabs.tsx';
import { useCopyWithToast } from '../../design/hooks/use-copy-with-toast.ts';
import { FeatureActions } from './feature-actions.tsx';
import { About } from './about.tsx';
import { OpenRequests } from './open-requests.tsx';
import { StatusMenu } from './status-menu.tsx';
import { getTabs } from './tabs.ts';

/** Renders the header of a feature and its tabs, each with its own address. */
export function FeaturePage() {
  const params = useParams({ from: '/framed/o/$org/p/$project/features/$feature' });
  const env = useShownEnvironment(params);
  const query = useQuery(featureQuery(params));
  const feature = query.data?.body;
  // The comparison belongs to the Targeting tab, which links to it.
  const isComparing = Boolean(useMatchRoute()({ to: paths.compare, params }));
  const { data: session } = useQuery(sessionQuery);
  const of = { account: session?.account?.email ?? '', ...params };
  const drafts: Readonly<Record<string, string>> = {
    targeting: draftNames.serving({ ...of, env }),
    values: draftNames.values(of),
  };
  const title = feature?.name || params.feature;
  const { env: named }: { env?: string } = useParams({ strict: false });
  return (
    <Page
      title={title}
      documentTitle={[title, named, params.project].filter(Boolean).join(' · ')}
      crumbs={
        <>
          <Link to={paths.features} params={params}>
            Features
          </Link>{' '}
          / <code>{params.feature}</code>
        </>
      }
      beside={
        feature && (
          <>
            <StatusMenu target={params} feature={feature} />
            <CopySlug slug={feature.slug} />
          </>
        )
      }
      below={feature?.description}
      actions={feature && <FeatureActions target={params} feature={feature} env={env} />}
    >
      <QueryBoundary of={query} height={180}>
        {({ body }) => (
          <>
            <About org={params.org} project={params.project} feature={body} />
            <OpenRequests target={params} />
            <TabLinks
              label="Feature"
              items={getTabs({ ...params, env }, isComparing).map((tab) => ({
                ...tab,
                label: (
                  <>
                    {tab.label}
                    {tab.key in drafts && <UnsavedMarker draftName={drafts[tab.key]!} />}
                  </>
                ),
              }))}
            />
            <Outlet />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

/** Returns the environment of the address, else the last one, else the first. Tabs of an environment lead to it. */
function useShownEnvironment(params: { org: string; project: string }): string {
  const { env }: { env?: string } = useParams({ strict: false });
  const { lastEnvironment } = usePreferences();
  const { data: environments = [] } = useQuery(environmentsQuery(params));
  const known = environments.find(({ slug }) => slug === lastEnvironment) ?? environments[0];
  return env ?? known?.slug ?? lastEnvironment ?? '';
}

function CopySlug({ slug }: { slug: string }) {
  const copy = useCopyWithToast();
  return <IconButton icon="copy" label={`Copy slug ${slug}`} onClick={() => copy(slug, `Copied ${slug}`)} />;
}
