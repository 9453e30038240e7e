import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const docs = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
export const release = JSON.parse(readFileSync(`${docs}/../release.json`, 'utf8'));
