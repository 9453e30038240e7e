import { use } from 'react';
import { getErrorDetails, getExistingResource, type ErrorDetail } from '../api/api-error.ts';
import kit from './kit.module.css';
import { ResourceLinkContext } from './resource-link.ts';

/** Links to the resource that has a taken name, in a new tab, so that the form keeps its input. */
export function ExistingResourceLink({ of: error }: { of: unknown }) {
  const drawLink = use(ResourceLinkContext);
  const resource = getExistingResource(error);
  if (resource === undefined) return null;
  return (
    drawLink({ resource, isNewTab: true, children: `Open the ${resource.kind} ${resource.slug}` }) ?? null
  );
}

/** Lists the details of an error, if it has any. */
export function ErrorDetails({ of: error }: { of: unknown }) {
  const details = getErrorDetails(error);
  return details.length === 0 ? null : <DetailList details={details} />;
}

/** Lists errors with their paths. Resources that use one which cannot be deleted are links. */
export function DetailList({ details }: { details: readonly ErrorDetail[] }) {
  return (
    <ul className={kit.errorDetails}>
      {details.map((detail, index) => (
        <li key={index}>{detail.code === 'in_use' ? <UseLink {...detail} /> : <Detail {...detail} />}</li>
      ))}
    </ul>
  );
}

function Detail({ path, message }: ErrorDetail) {
  return (
    <>
      {path !== '' && <code>{path}</code>} {message}
    </>
  );
}

/** Links "rule 1 of checkout in production uses canada" to the screen where that can be changed. */
function UseLink({ message, resource }: ErrorDetail) {
  const drawLink = use(ResourceLinkContext);
  if (resource?.environment === undefined) return message;
  return drawLink({ resource, children: message }) ?? message;
}
