import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isLongForm } from "../support/long-form.ts";
import { listFiles, root } from "./sources.ts";

/** The files of a small but complete feature, in order. */
const TOY: Record<string, string> = {
  "shop/toy/toy.ts": 'import { MINUTE } from "#contract/time.ts";\n\nexport const PLAY_EVERY = MINUTE;\n',
  "shop/toy/server/index.ts": 'export { countToys } from "./count-toys.ts";\n',
  "shop/toy/server/count-toys.ts": "export const countToys = (): number => 1;\n",
  "shop/toy/server/feature.ts": `import type { Feature } from "#platform/feature.ts";
import { PLAY_EVERY } from "../toy.ts";

export const toy: Feature = {
  name: "toy",
  jobs: [{ name: "toy.play", everyMs: PLAY_EVERY, run: async () => {} }],
};
`,
  "shop/toy/web/toy-card.tsx": "export const ToyCard = () => <p>A toy</p>;\n",
};

/**
 * Code that the rules refuse though they have never seen the feature: a use that has no row in the table, a replaced
 * word.
 */
const BREACHES: Record<string, string> = {
  "shop/toy/server/orders.ts": 'export * from "#shop/orders/server/index.ts";\n',
  "shop/toy/server/read-mails.ts": "export const ringBells = () => 1;\n",
};

const ENTRY = '(await import("#shop/toy/server/feature.ts")).toy,';
const RULES = ["dependencies", "features", "names"].map((name) => `tests/architecture/${name}.test.ts`);

const ONE_FOUND = "AssertionError: expected [ Array(1) ] to deeply equal []";

interface Report {
  testResults: {
    assertionResults: { title: string; status: string; failureMessages: string[] }[];
  }[];
}

let copy: string;

/** The repository with a toy in it, as files: what finds features by their folders finds this one. */
beforeAll(() => {
  if (!isLongForm) return;
  copy = mkdtempSync(path.join(os.tmpdir(), "taruva-toy-"));
  const folders = ["contract", "platform", "client", "ui", "shop", "server", "web", "scripts"];
  const files = listFiles("{package,tsconfig*}.json", "*.config.ts");
  for (const name of [...folders, ...files, "tests/architecture"])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  for (const name of ["node_modules", "tests/support", "tests/journeys", "tests/screens", "tests/load"])
    symlinkSync(path.join(root, name), path.join(copy, name));
  write({ ...TOY, ...BREACHES });
  const list = path.join(copy, "server/features.ts");
  writeFileSync(list, readFileSync(list, "utf8").replace(/^\];$/m, `  ${ENTRY}\n];`));
});

afterAll(() => isLongForm && rmSync(copy, { recursive: true, force: true }));

// Only in the long form: it runs three files of rules in a copy of the repository.
test.runIf(isLongForm)("a new feature needs its folder and one line, and the rules apply to it", async () => {
  const failed = (await runRules()).filter(({ status }) => status !== "passed");
  // Each finds one thing: what the toy has besides is in order.
  expect(failed.map(({ title, failureMessages: [first = ""] }) => [title, first.split("\n")[0]])).toEqual([
    ["imports point down only", ONE_FOUND],
    ["no name in the code is a word that the glossary replaced", ONE_FOUND],
  ]);
});

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), text);
  }
}

/** Runs tests of the architecture in the copy. */
async function runRules(): Promise<Report["testResults"][number]["assertionResults"]> {
  const report = path.join(copy, "report.json");
  const vitest = path.join(copy, "node_modules/vitest/vitest.mjs");
  await new Promise<void>((resolve) => {
    const args = [vitest, "run", "--project", "architecture", "--reporter=json", `--outputFile=${report}`];
    execFile(process.execPath, [...args, ...RULES], { cwd: copy }, () => resolve());
  });
  const { testResults } = JSON.parse(readFileSync(report, "utf8")) as Report;
  const all = testResults.flatMap(({ assertionResults }) => assertionResults);
  return all.toSorted((one, other) => one.title.localeCompare(other.title));
}
