import { interfaceCoverage } from './interface-coverage.js';

const { statements, untested, unknown, misplaced } = interfaceCoverage();
for (const { id, text } of untested) process.stdout.write(`${id} ${text}\n`);
for (const where of unknown) process.stdout.write(`${where} is no statement\n`);
for (const where of misplaced) process.stdout.write(`${where} stands above no test\n`);
process.stdout.write(`${statements.length} statements, ${untested.length} without a test\n`);
if (untested.length + unknown.length + misplaced.length > 0) process.exitCode = 1;
