import { writeFileSync } from 'node:fs';
import { fixtureOf } from './fixture.ts';
import { fixtureFile, readHttpOrganisations, readProjects } from './vectors/read-vectors.ts';

writeFileSync(fixtureFile, fixtureOf(readHttpOrganisations(), readProjects()));
process.stdout.write(`Wrote ${fixtureFile}\n`);
