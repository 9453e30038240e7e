import { Link, useParams } from '@tanstack/react-router';
import kit from './kit.module.css';
import { paths } from './paths.ts';

/** What a refusal says of its parts: what holds a thing that is in use, what cannot be reverted. */
interface ToldDetail {
  readonly path: string;
  readonly message: string;
}

/** The details of a Problem of api/; another error has none. */
export const detailsOf = (error: unknown): readonly ToldDetail[] =>
  (error as { readonly details?: readonly ToldDetail[] } | null)?.details ?? [];

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
