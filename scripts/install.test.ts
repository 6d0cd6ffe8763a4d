import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/* What `npm start` and `npm test` install in a bare clone, by scripts/install.mjs with the npm that is here. */

const root = path.resolve(import.meta.dirname, "..");

const pinned = `node-${process.platform}-${process.arch}`;

let clone: string;
beforeEach(() => {
  clone = mkdtempSync(path.join(os.tmpdir(), "taruva-install-"));
});
afterEach(() => rmSync(clone, { recursive: true }));

test(
  "in a bare clone no package runs a script, and the Node that came for this platform runs the shop",
  { timeout: 120_000 },
  () => {
    const ran = path.join(clone, "ran");
    mkdirSync(ran);
    const mark = (name: string) => `node -e "require('fs').writeFileSync('${ran}/${name}','')"`;
    pack(pinned, {}, { "bin/node": `#!/bin/sh\nexec ${process.execPath} "$@"\n` });
    pack("other", {
      preinstall: mark("preinstall"),
      install: mark("install"),
      postinstall: mark("postinstall"),
    });
    writeClone({ [pinned]: `file:${pinned}-1.0.0.tgz`, other: "file:other-1.0.0.tgz" });

    expect(install()).toBe(path.join(clone, "node_modules", pinned, "bin/node"));
    expect(existsSync(path.join(clone, "node_modules/other/package.json"))).toBe(true);
    expect(readdirSync(ran)).toEqual([]);

    npm(clone, "ci", "--offline");
    expect(readdirSync(ran)).toEqual([]);
  },
);

test(
  "where no Node came for this platform, or it cannot run there, the machine's own runs the shop",
  { timeout: 120_000 },
  () => {
    pack(pinned, {}, { "bin/node": "not for this machine" });
    writeClone({ [pinned]: `file:${pinned}-1.0.0.tgz` });
    expect(install()).toBe(process.execPath);
    rmSync(path.join(clone, "node_modules"), { recursive: true });
    pack("other", {});
    writeClone({ other: "file:other-1.0.0.tgz" });
    expect(install()).toBe(process.execPath);
  },
);

/** A clone with the shop's own way to install, and these packages. */
function writeClone(dependencies: Record<string, string>): void {
  rmSync(path.join(clone, "package-lock.json"), { force: true });
  cpSync(path.join(root, "scripts"), path.join(clone, "scripts"), { recursive: true });
  cpSync(path.join(root, ".npmrc"), path.join(clone, ".npmrc"));
  const described = { name: "clone", version: "1.0.0", dependencies };
  writeFileSync(path.join(clone, "package.json"), JSON.stringify(described));
  npm(clone, "install", "--package-lock-only", "--offline");
  expect(existsSync(path.join(clone, "node_modules"))).toBe(false);
}

/** The Node that `npm start` and `npm test` go on with. */
function install(): string {
  const program =
    'import { isInstalled } from "./scripts/install.mjs"; process.stdout.write(await isInstalled());';
  return execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    cwd: clone,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Puts a package beside the clone's own file. */
function pack(name: string, scripts: Record<string, string>, files: Record<string, string> = {}): void {
  const folder = path.join(clone, `package-${name}`);
  mkdirSync(folder);
  const described = { name, version: "1.0.0", scripts };
  for (const [file, text] of Object.entries({ ...files, "package.json": JSON.stringify(described) })) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text, { mode: 0o755 });
  }
  npm(clone, "pack", "--ignore-scripts", folder);
}

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
