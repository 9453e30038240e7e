import { useMutation } from '@tanstack/react-query';
import { readBody, settings } from '../../api/client.ts';
import type { HistoryFilter } from '../../api/queries/audit-records.ts';
import { Button } from '../../design/button.tsx';
import { getErrorDetails } from '../../api/api-error.ts';
import kit from '../../design/kit.module.css';
import { saveFile } from '../../design/save-file.ts';

/** Downloads the filtered records as CSV. */
export function DownloadButton({ org, filter }: { org: string; filter: HistoryFilter }) {
  const download = useMutation({
    mutationFn: async () => {
      const asked = settings.GET('/settings/v1/organisations/{org}/audit-log', {
        params: { path: { org }, query: { ...filter } },
        headers: { Accept: 'text/csv' },
        parseAs: 'text',
      });
      saveFile(`audit-log-${org}.csv`, 'text/csv', (await readBody(asked)) as unknown as string);
    },
  });
  return (
    <div>
      <Button disabled={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? 'Reading…' : 'CSV'}
      </Button>
      {download.error && (
        <p className={kit.wrong} role="alert">
          {getErrorDetails(download.error)[0]?.message ?? download.error.message}
        </p>
      )}
    </div>
  );
}
