import { existsSync } from "node:fs";
import { access, constants, mkdir, stat } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import type { Config } from "../config/config.ts";
import { checkDisk } from "./disk-space.ts";
import type { Finding } from "./finding.ts";
import { resolveFromRoot } from "../storage/package-files.ts";
import { checkPrivateFiles } from "../storage/private-files.ts";

const MIB = 1024 * 1024;
/** docs/speed.md: in so much the first start, all pictures and a day's load were run. */
const LEAST_MEMORY_MIB = 768;
const GROUP_AND_OTHERS = 0o077;

/** So much memory this process may use: the machine's, or what its container or unit gives it. */
export const readMemoryMib = (): number =>
  Math.floor(Math.min(os.totalmem(), process.constrainedMemory() || Infinity) / MIB);

/** What of the machine, its disk and its users stands against a shop. Makes DATA_DIR when it is not there. */
export async function checkMachine({
  dataDir,
  catalogueDir,
  profile,
}: Pick<Config, "dataDir" | "catalogueDir" | "profile">): Promise<Finding[]> {
  const memory = readMemoryMib();
  const findings: [is: boolean, about: string, what: string, remedy: string][] = [
    [
      memory < LEAST_MEMORY_MIB,
      "memory",
      `${memory} MiB of memory are too few`,
      `Give the shop ${LEAST_MEMORY_MIB} MiB or more`,
    ],
    [
      profile === "production" && process.getuid?.() === 0,
      "user",
      "this is root: a single mistake in the program would open the whole machine",
      "Run the shop as a user of its own, see docs/production.md",
    ],
    [
      profile === "production" && !path.relative(resolveFromRoot(), catalogueDir).startsWith(".."),
      "CATALOGUE_DIR",
      "your goods lie inside the program, where the next version will be put",
      "npm run shop -- init <folder outside>",
    ],
  ];
  return [
    ...findings.flatMap(([is, about, what, remedy]) => (is ? [{ about, what, remedy }] : [])),
    ...(await checkSettingsFile()),
    ...(await checkDataFolder(dataDir)),
  ];
}

/** `.env` holds the passwords of the database, the mail server and the payment provider. */
async function checkSettingsFile(file = ".env"): Promise<Finding[]> {
  if (!existsSync(file) || process.platform === "win32") return [];
  const { mode } = await stat(file);
  if ((mode & GROUP_AND_OTHERS) === 0) return [];
  const what = "holds your secrets, and other users of this machine may open it";
  return [{ about: ".env", what, remedy: `chmod 600 ${path.resolve(file)}` }];
}

async function checkDataFolder(dataDir: string): Promise<Finding[]> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    const what = `the shop cannot write there: ${(cause as Error).message}`;
    const remedy = `chown -R <the shop's user> ${dataDir}`;
    return [{ about: "DATA_DIR", what, remedy }];
  }
  return [...(await checkDisk(dataDir)), ...(await checkPrivateFiles(dataDir))];
}
