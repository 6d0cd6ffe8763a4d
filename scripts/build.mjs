// Builds what the browser gets and the server renders, when something it is made of has changed.

import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { CannotGoOn } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { capture, say, step } from "./progress.mjs";
import { fromRoot } from "./root.mjs";

const STAMP = fromRoot("dist", ".made-of");
const CONFIG = "vite.config.ts";
const SINGLE_FILES = ["index.html", CONFIG, "tsconfig.json", "package.json", "package-lock.json"];
const TEST_FILE = /\.test\.tsx?$/;

/** Builds if needed with the given Node; a build that fails is said, and ends the program. */
export async function buildOrExit(node) {
  try {
    await built(node);
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    say(`\n${error.message}`);
    process.exit(1);
  }
}

/** Builds if needed with the given Node. Throws CannotGoOn with the build's own words if that fails. */
export async function built(node) {
  if (isCurrent()) return;
  await withLock("build", async () => {
    if (isCurrent()) return;
    await step("Building the shop front (vite build)", () => build(node));
  });
}

async function build(node) {
  const madeOf = inputs();
  rmSync(STAMP, { force: true });
  const { code, output } = await capture(
    node,
    [fromRoot("node_modules/vite/bin/vite.js"), "build", "--app"],
    {
      cwd: fromRoot(),
      env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" },
    },
  );
  if (code !== 0) throw new CannotGoOn(`The build failed:\n\n${output.trimEnd()}`);
  writeFileSync(STAMP, madeOf);
}

function isCurrent() {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === inputs();
}

function inputs() {
  const hash = createHash("sha256");
  for (const file of inputFiles()) {
    const content = readFileSync(fromRoot(file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function inputFiles() {
  const features = namesIn("shop").flatMap((feature) => [
    ...namesIn(`shop/${feature}`)
      .filter((name) => name.endsWith(".ts"))
      .map((name) => `shop/${feature}/${name}`),
    ...filesUnder(`shop/${feature}/web`),
  ]);
  return [
    ...SINGLE_FILES,
    ...pluginFiles(),
    ...["client", "contract", "ui", "web"].flatMap(filesUnder),
    ...features,
  ]
    .filter((file) => !TEST_FILE.test(file) && existsSync(fromRoot(file)))
    .toSorted();
}

/** The build's own plugins, as its configuration imports them. */
function pluginFiles() {
  const imports = readFileSync(fromRoot(CONFIG), "utf8").matchAll(/ from "\.\/(scripts\/[^"]+)"/g);
  return [...imports].map(([, file]) => file);
}

/** @returns {string[]} */
function filesUnder(folder) {
  if (!existsSync(fromRoot(folder))) return [];
  return readdirSync(fromRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name).replaceAll("\\", "/");
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
}

const namesIn = (folder) => (existsSync(fromRoot(folder)) ? readdirSync(fromRoot(folder)) : []);
