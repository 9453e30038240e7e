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

/** Answers a method other than POST on the single route with a page instead of JSON (contract §4.1 rule 4). */
export const methodNotAllowedPage: RequestHandler = (_req, res) => {
  letPagesRead(res);
  res.setHeader('Allow', 'POST');
  res.status(405).type('html').send(page);
};
