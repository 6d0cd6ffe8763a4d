import { expect, test } from "vitest";
import { composeFeatures } from "#platform/feature.ts";
import { commands } from "../../server/commands.ts";
import { features as listed, jobs, routes, subscribers } from "../../server/features.ts";
import { fileExists, features, resolveImport, listFiles, listImports, sources } from "./sources.ts";

/** Folders outside shop/ that also register commands or subscribers. */
const OF_THE_SERVER = ["live-updates"];

test("every feature with a server part has a manifest that server/features.ts lists once", () => {
  const withServer = features.filter((feature) => listFiles(`shop/${feature}/server/**/*.ts`).length > 0);
  expect(withServer.filter((feature) => !fileExists(`shop/${feature}/server/feature.ts`))).toEqual([]);
  expect(listed.map(({ name }) => name).toSorted()).toEqual([...withServer, ...OF_THE_SERVER].toSorted());
});

test("the shop registers the routes, subscribers, jobs and commands of all manifests, and no other routes or subscribers", () => {
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

test("no file is named after a kind of code, such as utils", () => {
  const drawers = /(^|\/)(constants|utils?|types|helpers?|messages|misc|common)\.(ts|tsx|mjs|css)$/;
  const files = listFiles("{contract,platform,client,ui,shop,server,web,tests,scripts}/**/*");
  expect(files.filter((file) => drawers.test(file))).toEqual([]);
});
