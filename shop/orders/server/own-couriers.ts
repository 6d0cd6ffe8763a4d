import { existsSync } from "node:fs";
import path from "node:path";
import { type FileError, formatFileError, readOwnerFile } from "#platform/owner-file.ts";
import type { Context } from "#platform/context.ts";
import type { Finding } from "#platform/finding.ts";
import { type Courier, couriersFile } from "../couriers.ts";

const FILE = "couriers.json";

/** The owner's own list of couriers, with what is wrong in it; without the file there is none, and nothing is wrong. */
export async function readOwnCouriers({
  config,
}: Pick<Context, "config">): Promise<{ couriers: readonly Courier[]; errors: string[] }> {
  if (!existsSync(path.join(config.catalogueDir, FILE))) return { couriers: [], errors: [] };
  const errors: FileError[] = [];
  const { content: couriers } = await readOwnerFile(config.catalogueDir, FILE, couriersFile, errors);
  return { couriers: couriers ?? [], errors: errors.map(formatFileError) };
}

/** A list that cannot be used: parcels go without a link to follow them. */
export async function checkCouriers(context: Context): Promise<Finding[]> {
  const { errors } = await readOwnCouriers(context);
  return errors.map((what) => ({
    about: FILE,
    what,
    remedy: "Correct it, see catalogue/README.md; until then its couriers have no link",
  }));
}
