import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/* Tests what `npm start` and `npm test` install in a bare clone. Uses the npm that runs this test. */

const root = path.resolve(import.meta.dirname, "..");

const pinned = `node-${process.platform}-${process.arch}`;

let clone: string;
beforeEach(() => {
  clone = mkdtempSync(path.join(os.tmpdir(), "taruva-install-"));
});
afterEach(() => rmSync(clone, { recursive: true }));

test("npm install in a fresh clone runs no package script, and installs the Node.js binary for this platform", () => {
  const ran = path.join(clone, "ran");
  mkdirSync(ran);
  const mark = (name: string) => `node -e "require('fs').writeFileSync('${ran}/${name}','')"`;
  pack(pinned, {}, { "bin/node": `#!/bin/sh\nexec ${process.execPath} "$@"\n` });
  pack("other", {
    preinstall: mark("preinstall"),
    install: mark("install"),
    postinstall: mark("postinstall"),
  });
  writeClone(pinned, "other");

  expect(install()).toBe(path.join(clone, "node_modules", pinned, "bin/node"));
  expect(existsSync(path.join(clone, "node_modules/other/package.json"))).toBe(true);
  expect(readdirSync(ran)).toEqual([]);

  const options = ["ci", "--offline", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", options, { cwd: clone, stdio: ["ignore", "pipe", "pipe"] });
  expect(readdirSync(ran)).toEqual([]);
});

/** Creates a folder with the shop's install program and a lock file with these packages. */
function writeClone(...names: string[]): void {
  cpSync(path.join(root, "scripts"), path.join(clone, "scripts"), { recursive: true });
  cpSync(path.join(root, ".npmrc"), path.join(clone, ".npmrc"));
  const tarball = (name: string) => `file:${name}-1.0.0.tgz`;
  const described = {
    name: "clone",
    version: "1.0.0",
    dependencies: Object.fromEntries(names.map((name) => [name, tarball(name)])),
  };
  const locked = names.map((name) => [
    `node_modules/${name}`,
    { version: "1.0.0", resolved: tarball(name), hasInstallScript: true },
  ]);
  const packages = { "": described, ...Object.fromEntries(locked) };
  writeFileSync(path.join(clone, "package.json"), JSON.stringify(described));
  const lock = { name: "clone", version: "1.0.0", lockfileVersion: 3, requires: true, packages };
  writeFileSync(path.join(clone, "package-lock.json"), JSON.stringify(lock));
}

/** Runs the install program in the clone. Returns the path of the Node that `npm start` and `npm test` would use. */
function install(): string {
  const program =
    'import { isInstalled } from "./scripts/install.mjs"; process.stdout.write(await isInstalled());';
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: clone,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Packs a package with tar, which is half a second faster than `npm pack`. */
function pack(name: string, scripts: Record<string, string>, files: Record<string, string> = {}): void {
  const folder = path.join(clone, `${name}-packed`);
  const described = { name, version: "1.0.0", scripts };
  for (const [file, text] of Object.entries({ ...files, "package.json": JSON.stringify(described) })) {
    const target = path.join(folder, "package", file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text, { mode: 0o755 });
  }
  execFileSync("tar", ["-czf", `${name}-1.0.0.tgz`, "-C", folder, "package"], { cwd: clone });
}
