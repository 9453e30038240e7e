import { errors } from '@bunting/service';
import type { RequestHandler } from 'express';
import type { BuiltFiles } from '../built-files.ts';
import { sendEncoded } from './send-encoded.ts';

/** Seconds. */
export const aYear = 365 * 24 * 60 * 60;

/** Sends the files of the page. The name of a file contains a hash of its content, so a browser asks once. */
export function createSendAsset({ files }: { files: BuiltFiles }): RequestHandler<{ name: string }> {
  return function sendAsset(req, res) {
    const file = files.assets.get(req.params.name);
    if (file === undefined) throw errors.notFound;
    res.set('Cache-Control', `public, max-age=${aYear}, immutable`);
    res.set('Cross-Origin-Resource-Policy', 'same-origin');
    sendEncoded(req, res, file);
  };
}
