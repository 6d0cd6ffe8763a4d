// npm run build: builds the files for the browser, the code that renders pages, and the server as one bundle.
import { existsSync, readFileSync, rmSync, writeFileSync, readdirSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { buildDeskIfNeeded } from "./build-desk.mjs";
import { CannotGoOn, isInstalled } from "./install.mjs";
import { withLock } from "./lock.mjs";
import { capture, say, runStep } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";
import { hashFiles, listSources } from "./source-files.mjs";

const STAMP = resolveFromRoot("dist", ".made-of");
const CONFIG = "vite.config.ts";
const SINGLE_FILES = ["index.html", CONFIG, "tsconfig.json", "package.json", "package-lock.json"];

/** Runs `build`, by default the shop's. If it fails, prints the error and exits. */
export async function buildOrExit(node, build = buildIfNeeded) {
  try {
    await build(node);
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    say(`\n${error.message}`);
    process.exit(1);
  }
}

/** Builds the shop if it is not current. @throws CannotGoOn with the output of a failed build */
export async function buildIfNeeded(node) {
  if (isCurrent()) return;
  await withLock("build", async () => {
    if (isCurrent()) return;
    await runStep("Building the shop (vite build)", () => build(node));
  });
}

async function build(node) {
  const madeOf = hashInputs();
  rmSync(STAMP, { force: true });
  const { code, output } = await capture(
    node,
    [resolveFromRoot("node_modules/vite/bin/vite.js"), "build", "--app"],
    {
      cwd: resolveFromRoot(),
      env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" },
    },
  );
  if (code !== 0) throw new CannotGoOn(`The build failed:\n\n${output.trimEnd()}`);
  await Promise.all([makeEmptyDatabase(node), compressFiles()]);
  writeFileSync(STAMP, madeOf);
}

/** Creates the empty database. V8's baseline compiler for WebAssembly is enough, because the code runs only once. */
async function makeEmptyDatabase(node) {
  const program = resolveFromRoot("scripts/empty-database.mjs");
  const { code, output } = await capture(node, ["--liftoff-only", program], { cwd: resolveFromRoot() });
  if (code !== 0) throw new CannotGoOn(`The empty database could not be made:\n\n${output.trimEnd()}`);
}

/** The shop gets half of V8's default semi-space, which keeps its memory below 260 MB. */
export const getBundledArguments = (program) => [
  ...(program === "main" ? ["--max-semi-space-size=8"] : []),
  `dist/shop/${program}.js`,
];

export function isCurrent() {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === hashInputs();
}

const hashInputs = () => hashFiles(listInputFiles());

export function listInputFiles() {
  return [
    ...SINGLE_FILES,
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

if (process.argv[1] === import.meta.filename) {
  const node = await isInstalled();
  await buildOrExit(node);
  // `npm start` builds only the shop, which runs without the desk.
  await buildOrExit(node, buildDeskIfNeeded);
}
