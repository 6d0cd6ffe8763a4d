import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { composeFeatures, type Feature } from "#platform/feature.ts";
import { commands } from "../../server/commands.ts";
import { features as listed, jobs, routes, subscribers } from "../../server/features.ts";
import {
  fileExists,
  features,
  resolveImport,
  listFiles,
  listImports,
  root,
  sources,
  parseSource,
} from "./sources.ts";

test("every feature with a server has a manifest, which the list names once", () => {
  const withServer = features.filter((feature) => listFiles(`shop/${feature}/server/**/*.ts`).length > 0);
  expect(withServer.filter((feature) => !fileExists(`shop/${feature}/server/feature.ts`))).toEqual([]);
  expect(listed.map(({ name }) => name).toSorted()).toEqual(withServer.toSorted());
});

test("the shop takes everything that its features bring, and nothing by another way", () => {
  const brought = composeFeatures(listed);
  expect(routes).toEqual(brought.routes);
  expect(subscribers).toEqual(brought.subscribers);
  expect(commands).toEqual(expect.arrayContaining(brought.commands));
  expect(jobs).toEqual(expect.arrayContaining(brought.jobs));
  const manifests = sources
    .filter(({ file }) => file.startsWith("server/"))
    .flatMap((source) =>
      listImports(source)
        .filter((specifier) => resolveImport(specifier, source.file)?.endsWith("/server/feature.ts"))
        .map(() => source.file),
    );
  expect(new Set(manifests)).toEqual(new Set(["server/features.ts"]));
});

test("a new feature is its folder and one entry of the list, and leaves the same way", () => {
  const toy: Feature = {
    name: "toy",
    jobs: [{ name: "toy.play", everyMs: 1_000, run: async () => {} }],
    checks: [async () => [{ about: "toy", what: "is broken", remedy: "mend it" }]],
  };
  const before = composeFeatures(listed);
  const during = composeFeatures([...listed, toy]);
  expect(during.jobs.filter((job) => !before.jobs.includes(job))).toEqual(toy.jobs);
  expect(during.checks.filter((check) => !before.checks.includes(check))).toEqual(toy.checks);
  expect(composeFeatures(listed)).toEqual(before);

  const list = readFileSync(path.join(root, "server/features.ts"), "utf8");
  const named = listImports(parseSource("server/features.ts", list)).filter((specifier) =>
    /^#shop\/.+\/feature\.ts$/.test(specifier),
  );
  expect(named).toHaveLength(listed.length);
});

test("no file is a drawer, named after a kind and not a thing", () => {
  const drawers = /(^|\/)(constants|utils?|types|helpers?|messages|misc|common)\.(ts|tsx|mjs|css)$/;
  const files = listFiles("{contract,platform,client,ui,shop,server,web,tests,scripts}/**/*");
  expect(files.filter((file) => drawers.test(file))).toEqual([]);
});
