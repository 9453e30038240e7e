import { useMutation } from '@tanstack/react-query';
import { bodyOf, settings } from '../api/client.ts';
import type { HistoryFilter } from '../history/queries.ts';
import { Button } from '../ui/button.tsx';
import { detailsOf } from '../ui/saving/holders.tsx';
import kit from '../ui/kit.module.css';
import { saveFile } from '../ui/save-file.ts';

/** What is filtered, as a table for a spreadsheet. */
export function DownloadButton({ org, filter }: { org: string; filter: HistoryFilter }) {
  const download = useMutation({
    mutationFn: async () => {
      const asked = settings.GET('/settings/v1/organisations/{org}/audit-log', {
        params: { path: { org }, query: { ...filter } },
        headers: { Accept: 'text/csv' },
        parseAs: 'text',
      });
      saveFile(`audit-log-${org}.csv`, 'text/csv', await bodyOf(asked));
    },
  });
  return (
    <div>
      <Button disabled={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? 'Reading…' : 'CSV'}
      </Button>
      {download.error && (
        <p className={kit.wrong} role="alert">
          {detailsOf(download.error)[0]?.message ?? download.error.message}
        </p>
      )}
    </div>
  );
}
