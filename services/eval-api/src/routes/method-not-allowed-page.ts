import { letPagesRead } from '@bunting/service';
import type { RequestHandler } from 'express';

const page = `<!doctype html>
<html lang="en">
<head><title>405 Method Not Allowed</title></head>
<body>
<h1>Method Not Allowed</h1>
<p>The method is not allowed for the requested URL.</p>
</body>
</html>
`;

/** Contract §4.1 rule 4: to a method other than POST the single route answers with a page instead of JSON. */
export const methodNotAllowedPage: RequestHandler = (_req, res) => {
  letPagesRead(res);
  res.setHeader('Allow', 'POST');
  res.status(405).type('html').send(page);
};
