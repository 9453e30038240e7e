import { Link, useParams } from '@tanstack/react-router';
import kit from '../kit.module.css';
import { paths } from '../paths.ts';
import { takenBy } from '../forms/taken.ts';

/** What a refusal says of its parts: what holds a thing that is in use, what cannot be reverted. */
interface ToldDetail {
  readonly path: string;
  readonly message: string;
}

/** The details of a Problem of api/; another error has none. */
export const detailsOf = (error: unknown): readonly ToldDetail[] =>
  (error as { readonly details?: readonly ToldDetail[] } | null)?.details ?? [];

/** What has a taken name, as a link. It opens beside the form, which keeps what was typed. */
export function TakenBy({ of: error }: { of: unknown }) {
  const { org, project }: { org?: string; project?: string } = useParams({ strict: false });
  const found = takenBy(error);
  if (found === undefined || !org) return null;
  const { noun, slug } = found;
  const beside = { target: '_blank', children: `Open the ${noun} ${slug}` };
  if (noun === 'project') return <Link to={paths.features} params={{ org, project: slug }} {...beside} />;
  if (!project) return null;
  if (noun === 'feature')
    return <Link to={paths.feature} params={{ org, project, feature: slug }} {...beside} />;
  if (noun === 'segment')
    return <Link to={paths.segment} params={{ org, project, segment: slug }} {...beside} />;
  if (noun === 'environment')
    return <Link to={paths.environment} params={{ org, project, env: slug }} {...beside} />;
  return null;
}

/** The details of a refusal as a list. What holds a thing that is in use is a link to it. */
export function Holders({ of: error }: { of: unknown }) {
  const details = detailsOf(error);
  if (details.length === 0) return null;
  const isInUse = (error as { code?: string }).code === 'in_use';
  return (
    <ul className={kit.holders}>
      {details.map((detail, index) => (
        <li key={index}>
          {isInUse ? <Holder {...detail} /> : detail.path !== '' && <code>{detail.path}</code>}{' '}
          {detail.message}
        </li>
      ))}
    </ul>
  );
}

/** `checkout in production: rule 1`, or `production: rule 1` of the feature that is shown. */
function Holder({ path }: ToldDetail) {
  const { org, project, feature }: { org?: string; project?: string; feature?: string } = useParams({
    strict: false,
  });
  const [, named, env] = /^(?:(\S+) in )?(\S+): /.exec(path) ?? [];
  const holder = named ?? feature;
  if (!org || !project || !holder || !env) return <code>{path}</code>;
  return (
    <Link to={paths.serving} params={{ org, project, feature: holder, env }}>
      <code>{path}</code>
    </Link>
  );
}
