import { existsSync } from "node:fs";
import { access, constants, mkdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { checkDisk } from "../storage/disk-space.ts";
import { resolveFromRoot } from "../storage/package-files.ts";
import { checkPrivateFiles } from "../storage/private-files.ts";
import type { CheckInput, Note } from "./check.ts";
import { type Finding, toFindings } from "./finding.ts";

const MIB = 1024 * 1024;
/** The minimum memory for the first start, all pictures and a day's load (docs/developers/speed.md). */
const LEAST_MEMORY_MIB = 768;
const GROUP_AND_OTHERS = 0o077;

export async function checkMachine({ config }: CheckInput["machine"], note: Note): Promise<Finding[]> {
  const { dataDir, catalogueDir, profile } = config;
  const memory = Math.floor(Math.min(os.totalmem(), process.constrainedMemory() || Infinity) / MIB);
  note(`Node ${process.versions.node}, ${memory} MiB of memory, data in ${dataDir}`);
  return [
    ...toFindings([
      [
        memory < LEAST_MEMORY_MIB,
        "memory",
        `${memory} MiB of memory is too little`,
        `Give the shop ${LEAST_MEMORY_MIB} MiB or more`,
      ],
      [
        profile === "production" && process.getuid?.() === 0,
        "user",
        "the shop runs as root, so an attacker who breaks into it controls the whole machine",
        "Run the shop as its own user, see docs/owners/production.md",
      ],
      [
        profile === "production" && !path.relative(resolveFromRoot(), catalogueDir).startsWith(".."),
        "CATALOGUE_DIR",
        "your catalogue is inside the program's folder, which the next version replaces",
        "Copy the catalogue to a folder outside of the program, see docs/owners/production.md",
      ],
    ]),
    ...(await checkSettingsFile()),
  ];
}

export async function checkDataFolder(dataDir: string): Promise<Finding[]> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const what = `the shop cannot write to this folder: ${(cause as Error).message}`;
    const remedy = `Make the user who runs the shop the owner of ${dataDir}`;
    return [{ about: "DATA_DIR", what, remedy }];
  }
  return [...(await checkDisk(dataDir)), ...(await checkPrivateFiles(dataDir))];
}

async function checkSettingsFile(file = ".env"): Promise<Finding[]> {
  if (!existsSync(file) || process.platform === "win32") return [];
  const { mode } = await stat(file);
  if ((mode & GROUP_AND_OTHERS) === 0) return [];
  const what = "contains your secrets, and other users of this machine can read it";
  return [{ about: ".env", what, remedy: `Let only the user who runs the shop read ${path.resolve(file)}` }];
}
