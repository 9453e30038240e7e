import { writeFileSync } from 'node:fs';
import { createFixture } from './fixture.ts';
import { fixtureFile, readHttpOrganisations, readProjects } from './vectors/read-vectors.ts';

writeFileSync(fixtureFile, createFixture(readHttpOrganisations(), readProjects()));
process.stdout.write(`Wrote ${fixtureFile}\n`);
