import { writeKit } from './write-kit.ts';

const [folder, version] = process.argv.slice(2);
writeKit(folder!, version!);
