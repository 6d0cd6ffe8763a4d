import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { listInputFiles } from "../../scripts/build.mjs";
import { isLongForm } from "../support/long-form.ts";
import { listImports, resolveImport, root, sources } from "./sources.ts";

test("the build of the shop contains no file of the desk", () => {
  const inputs = listInputFiles();
  expect(inputs).toContain("web/entry-client.tsx");
  expect(inputs.filter((file) => file.startsWith("desk/"))).toEqual([]);
  const borrowed = sources
    .filter(({ file }) => !file.startsWith("desk/"))
    .flatMap((source) => listImports(source).map((specifier) => resolveImport(specifier, source.file)))
    .filter((target) => target?.startsWith("desk/"));
  expect(borrowed).toEqual([]);
});

// Checks the most recent build, and is skipped if there is none. `npm test` builds first.
test.runIf(existsSync(path.join(root, "dist/client/.vite/manifest.json")))(
  "the browser's files contain no module of the desk",
  () => {
    const manifest = JSON.parse(
      readFileSync(path.join(root, "dist/client/.vite/manifest.json"), "utf8"),
    ) as object;
    expect(Object.keys(manifest).length).toBeGreaterThan(10);
    expect(Object.keys(manifest).filter((file) => file.includes("desk/"))).toEqual([]);
  },
);

const BUILD_TIMEOUT_MS = 240_000;

// This test builds the shop twice, so it runs only in the long form.
test.runIf(isLongForm)(
  "the shop's build is byte-identical without the desk",
  async () => {
    const copy = copySources();
    const withDesk = await buildShop(copy);
    rmSync(path.join(copy, "desk"), { recursive: true });
    rmSync(path.join(copy, "vite.desk.config.ts"));
    const withoutDesk = await buildShop(copy);

    expect(Object.keys(withDesk)).toEqual(
      expect.arrayContaining(["client/.vite/manifest.json", "server/entry-server.js", "shop/main.js"]),
    );
    expect(withoutDesk).toEqual(withDesk);
  },
  BUILD_TIMEOUT_MS,
);

/** Matches the names of files and folders at the root that a build does not need. */
const NOT_BUILT_FROM = /^(\..*|node_modules|dist|data|test-results|tests|docs|deploy|catalogue)$/;

/**
 * Copies all sources into a temporary folder, where both builds, with and without the desk, have the same paths.
 * Returns the folder.
 */
function copySources(): string {
  const copy = mkdtempSync(path.join(tmpdir(), "shop-without-desk-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const name of readdirSync(root).filter((each) => !NOT_BUILT_FROM.test(each)))
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  return copy;
}

/**
 * Builds the shop as `npm run build` does. Returns the hash of each output file: browser code, page renderer and
 * server.
 */
async function buildShop(folder: string): Promise<Record<string, string>> {
  const dist = path.join(folder, "dist");
  rmSync(dist, { recursive: true, force: true });
  await promisify(execFile)(
    process.execPath,
    [path.join(root, "node_modules/vite/bin/vite.js"), "build", "--app"],
    { cwd: folder, env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" } },
  );
  const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  const hashes = files.map((file) => {
    const at = path.join(file.parentPath, file.name);
    const hash = createHash("sha256").update(readFileSync(at)).digest("hex");
    return [path.relative(dist, at).replaceAll(path.sep, "/"), hash] as const;
  });
  return Object.fromEntries(hashes);
}
