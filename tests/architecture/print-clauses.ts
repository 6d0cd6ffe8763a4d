// `npm run clauses [clause …]` prints the tests of each clause of the specification.

import { listClauses, listTestsByClause } from "./clauses.ts";

const wanted = process.argv.slice(2).map((clause) => clause.toUpperCase());
const clauses = listClauses();
const unknown = wanted.filter((clause) => !clauses.includes(clause));
if (unknown.length > 0) {
  process.stderr.write(`There is no clause ${unknown.join(", ")}. Clauses look like §2.8, D41 and T12.\n`);
  process.exit(2);
}
const tests = listTestsByClause();
for (const clause of clauses.filter((each) => wanted.length === 0 || wanted.includes(each))) {
  process.stdout.write(`${clause}\n`);
  for (const { file, title, isLong } of tests.get(clause) ?? [])
    process.stdout.write(`  ${file}: ${title}${isLong ? " (long form only)" : ""}\n`);
}
