// `npm run clauses [clause …]` prints the tests of each clause of the specification.

import { listClauses, listTestsByClause } from "./clauses.ts";

const wanted = process.argv.slice(2);
const tests = listTestsByClause();
for (const clause of listClauses().filter((each) => wanted.length === 0 || wanted.includes(each))) {
  process.stdout.write(`${clause}\n`);
  for (const { file, title, isLong } of tests.get(clause) ?? [])
    process.stdout.write(`  ${file}: ${title}${isLong ? " (long form only)" : ""}\n`);
}
