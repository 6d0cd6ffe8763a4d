import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/* What `npm start` and `npm test` install in a bare clone, by scripts/install.mjs with the npm that is here. */

const root = path.resolve(import.meta.dirname, "..");

let clone: string;
beforeEach(() => {
  clone = mkdtempSync(path.join(os.tmpdir(), "taruva-install-"));
});
afterEach(() => rmSync(clone, { recursive: true }));

const PREINSTALL = `
const { mkdirSync, symlinkSync } = require("node:fs");
mkdirSync("bin", { recursive: true });
symlinkSync(process.execPath, "bin/node");
`;

test(
  "in a bare clone only the install script of node runs: no other package's, of no kind",
  { timeout: 120_000 },
  () => {
    const ran = path.join(clone, "ran");
    mkdirSync(ran);
    const mark = (name: string) => `node -e "require('fs').writeFileSync('${ran}/${name}','')"`;
    pack("node", { preinstall: "node preinstall.cjs" }, { "preinstall.cjs": PREINSTALL });
    pack("other", {
      preinstall: mark("preinstall"),
      install: mark("install"),
      postinstall: mark("postinstall"),
    });
    cpSync(path.join(root, "scripts"), path.join(clone, "scripts"), { recursive: true });
    cpSync(path.join(root, ".npmrc"), path.join(clone, ".npmrc"));
    writeFileSync(
      path.join(clone, "package.json"),
      JSON.stringify({
        name: "clone",
        version: "1.0.0",
        dependencies: { node: "file:node-1.0.0.tgz", other: "file:other-1.0.0.tgz" },
      }),
    );
    npm(clone, "install", "--package-lock-only", "--offline");
    expect(existsSync(path.join(clone, "node_modules"))).toBe(false);

    const install =
      'import { isInstalled } from "./scripts/install.mjs"; process.stdout.write(await isInstalled());';
    const node = execFileSync(process.execPath, ["--input-type=module", "-e", install], {
      cwd: clone,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
    expect(node).toBe(path.join(clone, "node_modules/node/bin/node"));
    expect(existsSync(path.join(clone, "node_modules/other/package.json"))).toBe(true);
    expect(readdirSync(ran)).toEqual([]);

    npm(clone, "ci", "--offline");
    expect(readdirSync(ran)).toEqual([]);
  },
);

/** Puts a package beside the clone's own file. */
function pack(name: string, scripts: Record<string, string>, files: Record<string, string> = {}): void {
  const folder = path.join(clone, `package-${name}`);
  mkdirSync(folder);
  const described = { name, version: "1.0.0", scripts };
  for (const [file, text] of Object.entries({ ...files, "package.json": JSON.stringify(described) }))
    writeFileSync(path.join(folder, file), text);
  npm(clone, "pack", "--ignore-scripts", folder);
}

const npm = (cwd: string, ...args: string[]): string =>
  execFileSync("npm", [...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
