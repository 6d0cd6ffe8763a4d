// npm run build: builds the files for the browser, the code that renders pages, the server and the desk.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync, readdirSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { CannotGoOn, isInstalled } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { capture, say, runStep } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";

const CONFIG = "vite.config.ts";

/** The build of the shop. It is skipped while the source files have the hash that is stored in the file `stamp`. */
const SHOP = {
  name: "build",
  title: "Building the shop (vite build)",
  stamp: resolveFromRoot("dist", ".made-of"),
  args: [],
  listFiles: listInputFiles,
  finish: (node) => Promise.all([makeEmptyDatabase(node), compressFiles()]),
};

const DESK = {
  name: "build-desk",
  title: "Building the desk (vite build)",
  stamp: resolveFromRoot("dist/desk/.made-of"),
  args: ["--config", "vite.desk.config.ts"],
  listFiles: () => [
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.desk.config.ts",
    "scripts/vite-plugins.ts",
    ...listSources("desk", "ui", "client", "contract", "platform", "shop"),
  ],
  finish: async () => {},
};

/** @throws CannotGoOn with the output of a failed build */
export const buildIfNeeded = (node) => build(node, SHOP);

/** @throws CannotGoOn with the output of a failed build */
export const buildDeskIfNeeded = (node) => build(node, DESK);

export async function buildAll(node) {
  await buildIfNeeded(node);
  await buildDeskIfNeeded(node);
}

export async function buildOrExit(node, build = buildIfNeeded) {
  try {
    await build(node);
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    say(`\n${error.message}`);
    process.exit(1);
  }
}

async function build(node, project) {
  if (isBuilt(project)) return;
  await withLock(project.name, async () => {
    if (!isBuilt(project)) await runStep(project.title, () => runBuild(node, project));
  });
}

async function runBuild(node, { stamp, args, title, listFiles, finish }) {
  const madeOf = hashFiles(listFiles());
  rmSync(stamp, { force: true });
  const { code, output } = await capture(
    node,
    [resolveFromRoot("node_modules/vite/bin/vite.js"), "build", "--app", ...args],
    {
      cwd: resolveFromRoot(),
      env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" },
    },
  );
  if (code !== 0) throw new CannotGoOn(`${title} failed:\n\n${output.trimEnd()}`);
  await finish(node);
  writeFileSync(stamp, madeOf);
}

const isBuilt = ({ stamp, listFiles }) =>
  existsSync(stamp) && readFileSync(stamp, "utf8") === hashFiles(listFiles());

export const isCurrent = () => isBuilt(SHOP);

/** Creates the empty database. The code runs only once, so `--liftoff-only` compiles it fast but does not optimize. */
export async function makeEmptyDatabase(node) {
  const program = resolveFromRoot("scripts/empty-database.mjs");
  const { code, output } = await capture(node, ["--liftoff-only", program], { cwd: resolveFromRoot() });
  if (code !== 0) throw new CannotGoOn(`The empty database could not be made:\n\n${output.trimEnd()}`);
}

/** Returns Node's arguments. A semi-space of 8 MB, half of V8's default, keeps the shop's memory below 260 MB. */
export const getBundledArguments = (program) => [
  ...(program === "main" ? ["--max-semi-space-size=8"] : []),
  `dist/shop/${program}.js`,
];

export function listInputFiles() {
  return [
    "index.html",
    CONFIG,
    "tsconfig.json",
    "package.json",
    "package-lock.json",
    ...listPluginFiles(),
    ...listSources("client", "contract", "platform", "server", "shop", "ui", "web"),
  ]
    .filter((file) => existsSync(resolveFromRoot(file)))
    .toSorted();
}

function listPluginFiles() {
  const imports = readFileSync(resolveFromRoot(CONFIG), "utf8").matchAll(/ from "\.\/(scripts\/[^"]+)"/g);
  return [...imports].map(([, file]) => file);
}

function hashFiles(files) {
  const hash = createHash("sha256");
  for (const file of files) {
    const content = readFileSync(resolveFromRoot(file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

const listSources = (...folders) => folders.flatMap(listFiles).filter((file) => !/\.test\.tsx?$/.test(file));

/** @returns {string[]} */
function listFiles(folder) {
  if (!existsSync(resolveFromRoot(folder))) return [];
  return readdirSync(resolveFromRoot(folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? listFiles(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
  );
}

const TEXT = /\.(?:css|js|svg|txt)$/;

async function compressFiles() {
  const folder = resolveFromRoot("dist/client");
  const names = readdirSync(folder, { recursive: true }).filter((name) => TEXT.test(name));
  await Promise.all(names.map((name) => compressFile(resolveFromRoot("dist/client", name))));
}

async function compressFile(path) {
  const plain = readFileSync(path);
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } }),
    promisify(gzip)(plain, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  writeFileSync(`${path}.br`, br);
  writeFileSync(`${path}.gz`, zipped);
}

if (process.argv[1] === import.meta.filename) await buildOrExit(await isInstalled(), buildAll);
