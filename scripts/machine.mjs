import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import { inherit, say } from "./progress.mjs";

export const isRoot = process.getuid?.() === 0;

export function onPath(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  const candidates = names.flatMap((name) =>
    endings.flatMap((ending) => folders.map((folder) => join(folder, name + ending))),
  );
  return candidates.find((file) => existsSync(file));
}

/** True for root in a container or on a CI machine with apt-get. On other machines, the user must install programs. */
export const mayInstallSystemPackages =
  isRoot && onPath("apt-get") !== undefined && (process.env.CI === "true" || isContainer());

export async function installWithApt(name) {
  say(`  apt-get install ${name}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = (...args) => inherit("apt-get", ["-qq", "-o=Dpkg::Use-Pty=0", ...args], { env });
  const install = () => apt("install", "-y", "--no-install-recommends", name);
  if ((await install()) === 0) return true;
  return (await apt("update")) === 0 && (await install()) === 0;
}

/** Returns the Debian packages that are missing and could not be installed. */
export async function installPrograms(packages) {
  const missing = [];
  for (const [program, name] of Object.entries(packages))
    if (!onPath(program) && !(mayInstallSystemPackages && (await installWithApt(name)))) missing.push(name);
  return missing;
}

export async function requirePrograms(title, packages) {
  const missing = await installPrograms(packages);
  if (missing.length === 0) return;
  say(`${title} needs ${missing.join(", ")}: apt-get install ${missing.join(" ")}`);
  process.exit(1);
}

function isContainer() {
  return existsSync("/.dockerenv") || existsSync("/run/.containerenv") || process.env.container !== undefined;
}
