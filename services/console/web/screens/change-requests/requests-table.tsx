import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { environmentsQuery, type InProject } from '../../api/queries/project.ts';
import type { ChangeRequestSummary } from '../../api/types.ts';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { StageBadge } from '../../flags/change-requests/stage-badge.tsx';
import { paths } from '../../page/paths.ts';
import style from './change-requests.module.css';
import { describeApplication, describeApprovals } from './model.ts';
import { usePeople } from './use-people.ts';

export function RequestsTable({
  target,
  requests,
}: {
  target: InProject;
  requests: readonly ChangeRequestSummary[];
}) {
  return (
    <div className={style.requests}>
      <Table
        label="Change requests"
        heads={['Change request', 'Stage', 'Environments', 'Approvals', 'Applies']}
        narrow={['Change request', 'Stage']}
      >
        {requests.map((request) => (
          <Row key={request.number} {...{ target, request }} />
        ))}
      </Table>
    </div>
  );
}

function Row({ target, request }: { target: InProject; request: ChangeRequestSummary }) {
  const { number, title, author, environments, created_at: createdAt } = request;
  const { data = [] } = useQuery(environmentsQuery(target));
  const getName = usePeople(target.org);
  return (
    <tr>
      <th scope="row" className={style.request}>
        <Link to={paths.changeRequest} params={{ ...target, number: String(number) }} data-row>
          {title}
        </Link>
        <span className={kit.hint}>
          #{number} · {getName(author)} · <Time at={createdAt} />
        </span>
      </th>
      <td>
        <StageBadge request={request} />
      </td>
      <td>
        <ul className={style.stack}>
          {environments.map(({ environment: slug }) => {
            const environment = data.find((each) => each.slug === slug);
            return (
              <li key={slug} className={style.environment}>
                {environment?.protected && <Icon name="lock" size={14} />}
                {environment?.name ?? slug}
              </li>
            );
          })}
          {environments.length === 0 && <li className={kit.hint}>None</li>}
        </ul>
      </td>
      <td>
        <ul className={style.stack}>
          {environments.map((approvals) => (
            <li key={approvals.environment}>{describeApprovals(approvals)}</li>
          ))}
        </ul>
      </td>
      <td className={style.applies} data-failed={request.failure !== null}>
        {describeApplication(request)}
        {request.after !== null && request.status === 'open' && request.stage !== 'following' && (
          <span className={kit.hint}>after #{request.after}</span>
        )}
      </td>
    </tr>
  );
}
