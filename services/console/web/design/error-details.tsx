import { use } from 'react';
import { getErrorDetails, getTakenResource, type ErrorDetail } from '../api/api-error.ts';
import kit from './kit.module.css';
import { ResourceLinkContext } from './resource-link.ts';

/** Links to the resource that has a taken name, in a new tab, so that the form keeps its input. */
export function TakenBy({ of: error }: { of: unknown }) {
  const drawLink = use(ResourceLinkContext);
  const resource = getTakenResource(error);
  if (resource === undefined) return null;
  return (
    drawLink({ resource, isNewTab: true, children: `Open the ${resource.kind} ${resource.slug}` }) ?? null
  );
}

/** The details of an error as a list, if it has any. */
export function Holders({ of: error }: { of: unknown }) {
  const details = getErrorDetails(error);
  return details.length === 0 ? null : <DetailList details={details} />;
}

/** Errors with their paths. What uses a resource that cannot be deleted is a link. */
export function DetailList({ details }: { details: readonly ErrorDetail[] }) {
  return (
    <ul className={kit.holders}>
      {details.map((detail, index) => (
        <li key={index}>{detail.code === 'in_use' ? <Holder {...detail} /> : <Detail {...detail} />}</li>
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

/** "rule 1 of checkout in production uses canada", as a link to where that can be changed. */
function Holder({ message, resource }: ErrorDetail) {
  const drawLink = use(ResourceLinkContext);
  if (resource?.environment === undefined) return message;
  return drawLink({ resource, children: message }) ?? message;
}
