import { start } from 'unleash-server';

await start();
