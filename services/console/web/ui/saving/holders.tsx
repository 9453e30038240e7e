import { Link, useParams } from '@tanstack/react-router';
import kit from '../kit.module.css';
import { paths } from '../paths.ts';
import { takenBy } from '../forms/taken.ts';

/** What a refusal says of its parts: what holds a thing that is in use, what cannot be reverted. */
interface ToldDetail {
  readonly path: string;
  readonly message: string;
  readonly code?: string;
  readonly resource?: { readonly kind: string; readonly slug: string; readonly environment?: string };
}

/** The details of a Problem of api/; another error has none. */
export const detailsOf = (error: unknown): readonly ToldDetail[] =>
  (error as { readonly details?: readonly ToldDetail[] } | null)?.details ?? [];

/** What has a taken name, as a link. It opens beside the form, which keeps what was typed. */
export function TakenBy({ of: error }: { of: unknown }) {
  const { org, project }: { org?: string; project?: string } = useParams({ strict: false });
  const found = takenBy(error);
  if (found === undefined || !org) return null;
  const { kind, slug } = found;
  const beside = { target: '_blank', children: `Open the ${kind} ${slug}` };
  if (kind === 'project') return <Link to={paths.features} params={{ org, project: slug }} {...beside} />;
  if (!project) return null;
  if (kind === 'feature')
    return <Link to={paths.feature} params={{ org, project, feature: slug }} {...beside} />;
  if (kind === 'segment')
    return <Link to={paths.segment} params={{ org, project, segment: slug }} {...beside} />;
  if (kind === 'environment')
    return <Link to={paths.environment} params={{ org, project, env: slug }} {...beside} />;
  return null;
}

/** The details of a refusal as a list. What holds a thing that is in use is a link to it. */
export function Holders({ of: error }: { of: unknown }) {
  const details = detailsOf(error);
  return details.length === 0 ? null : <DetailList details={details} />;
}

/** Problems with their paths; what uses something that cannot be deleted is a link. */
export function DetailList({ details }: { details: readonly ToldDetail[] }) {
  return (
    <ul className={kit.holders}>
      {details.map((detail, index) => (
        <li key={index}>{detail.code === 'in_use' ? <Holder {...detail} /> : <Problem {...detail} />}</li>
      ))}
    </ul>
  );
}

function Problem({ path, message }: ToldDetail) {
  return (
    <>
      {path !== '' && <code>{path}</code>} {message}
    </>
  );
}

/** "rule 1 of checkout in production uses canada", as a link to where that can be changed. */
function Holder({ message, resource }: ToldDetail) {
  const { org, project }: { org?: string; project?: string } = useParams({ strict: false });
  if (!org || !project || resource?.environment === undefined) return message;
  const { slug: feature, environment: env } = resource;
  return (
    <Link to={paths.serving} params={{ org, project, feature, env }}>
      {message}
    </Link>
  );
}
