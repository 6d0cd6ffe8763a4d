import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

import { withLock } from "./lock.mjs";
import { capture, runStep } from "./progress.mjs";
import { resolveFromRoot } from "./root.mjs";

const STAMP = resolveFromRoot("node_modules", ".taruva-installed");
const NPM_OWN_LIST = resolveFromRoot("node_modules", ".package-lock.json");
/** The path of the pinned Node. The registry does not have it for every platform, so it is optional. */
const PINNED_NODE = resolveFromRoot(
  "node_modules",
  `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`,
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);
const OLDEST_NODE = [24, 12];
const LAST_LINES_SHOWN = 15;

/** Installs the packages if needed. Returns the path of the Node that runs the shop, or exits with a message. */
export async function isInstalled() {
  try {
    if (!isStamped()) await withLock("install", installPackages);
    return await getNode();
  } catch (error) {
    if (!(error instanceof CannotGoOn)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exit(1);
  }
}

/** An expected error, such as a failed download or build. It is printed without a stack trace. */
export class CannotGoOn extends Error {}

async function installPackages() {
  if (isStamped()) return;
  if (!isAcceptedByNpm()) await runStep("Installing packages (npm ci)", installWithoutScripts);
  writeFileSync(STAMP, JSON.stringify({ packages: hashWanted(), pinned: await canRunPinnedNode() }));
}

/** The options below override the user's npm settings. */
async function installWithoutScripts() {
  // The build needs the development packages, even with NODE_ENV=production.
  const { code, output } = await runNpm("ci", "--include=dev", "--include=optional", "--ignore-scripts");
  if (code !== 0) throw new CannotGoOn(getAdvice(code, output));
}

/** Runs the npm that started this program, otherwise the npm on the PATH. */
export function runNpm(...args) {
  const { command, first, shell } = getNpmCommand();
  return capture(command, [...first, ...args, "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: resolveFromRoot(),
    shell,
    env: { ...process.env, npm_config_engine_strict: "false" },
  });
}

function getNpmCommand() {
  const cli = process.env.npm_execpath ?? "";
  if (basename(cli) === "npm-cli.js") return { command: process.execPath, first: [cli], shell: false };
  return { command: "npm", first: [], shell: process.platform === "win32" };
}

function getAdvice(code, output) {
  const lastLines = output.trimEnd().split("\n").slice(-LAST_LINES_SHOWN).join("\n");
  return `The packages could not be installed (npm ci ended with ${code}):\n\n${lastLines}\n\n${findRemedy(code, output)}`;
}

function findRemedy(code, output) {
  if (code === 127)
    return "npm was not found. Install Node.js 24 with npm from https://nodejs.org, then start again.";
  if (/ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|network/i.test(output))
    return "The package registry was not reached. Check the network or proxy (npm config get registry), then start again.";
  if (/ENOSPC/.test(output)) return "The disk is full: about 700 MB are needed. Make room, then start again.";
  if (/EACCES|EPERM/.test(output))
    return `This user may not write here. Give it the folder ${resolveFromRoot()} and its npm cache, then start again.`;
  if (/can only install|in sync/i.test(output))
    return "package.json and package-lock.json disagree. Run `npm install` once, then start again.";
  return "Start again; if it fails in the same way, delete node_modules and run `npm ci` to see npm's error.";
}

const platform = `${process.platform}-${process.arch}`;

function hashWanted() {
  const lock = readFileSync(resolveFromRoot("package-lock.json"));
  return `${platform} ${createHash("sha256").update(lock).digest("hex")}`;
}

function stamp() {
  try {
    return JSON.parse(readFileSync(STAMP, "utf8"));
  } catch {
    return null;
  }
}

const isStamped = () => stamp()?.packages === hashWanted();

/** True if npm's list of installed packages matches the lock file, for example after `npm ci`. */
function isAcceptedByNpm() {
  if (!existsSync(NPM_OWN_LIST)) return false;
  const requested = JSON.parse(readFileSync(resolveFromRoot("package-lock.json"), "utf8")).packages;
  const found = JSON.parse(readFileSync(NPM_OWN_LIST, "utf8")).packages;
  return Object.entries(requested).every(
    ([path, entry]) => path === "" || !isForThisMachine(entry) || found[path]?.version === entry.version,
  );
}

function isForThisMachine(entry) {
  if (entry.os === undefined && entry.cpu === undefined && entry.libc === undefined) return !entry.optional;
  const fits = (list, own) => list === undefined || [list].flat().includes(own);
  return fits(entry.os, process.platform) && fits(entry.cpu, process.arch) && fits(entry.libc, detectLibc());
}

function detectLibc() {
  if (process.platform !== "linux") return undefined;
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
}

async function canRunPinnedNode() {
  if (!existsSync(PINNED_NODE)) return false;
  // The file may exist but not run, for example on Alpine Linux.
  return (await capture(PINNED_NODE, ["--version"])).code === 0;
}

async function getNode() {
  if (stamp()?.pinned) return PINNED_NODE;
  const [major, minor] = process.versions.node.split(".").map(Number);
  const newEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  if (newEnough) return process.execPath;
  throw new CannotGoOn(
    `Taruva needs Node.js ${OLDEST_NODE.join(".")} or newer, but this is ${process.versions.node}. The Node.js that comes with ` +
      `the packages does not run on ${platform}.\nInstall Node.js 24 from https://nodejs.org, then start again.`,
  );
}
