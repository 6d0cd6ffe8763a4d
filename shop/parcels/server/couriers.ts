import { existsSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { type FileError, formatFileError, readOwnerFile } from "#platform/storage/owner-file.ts";
import type { Context } from "#platform/context.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { type Courier, couriersFile } from "./known-couriers.ts";
import { ownCouriers } from "./tables.ts";

const FILE = "couriers.json";

interface OwnCouriers {
  couriers: readonly Courier[];
  errors: string[];
}

const NONE: OwnCouriers = { couriers: [], errors: [] };

/**
 * The owner's own list of couriers, with what is wrong in it; without the file there is none, and nothing is wrong. Of
 * several machines those without the file have the list of the one that has it.
 */
export async function readOwnCouriers({ config, db }: Pick<Context, "config" | "db">): Promise<OwnCouriers> {
  const own = await readFileOfMachine(config.catalogueDir);
  if (!config.pictureStorage) return own ?? NONE;
  if (own?.errors.length === 0) await storeCouriers(db, own.couriers);
  if (own) return own;
  const [stored] = await db.select().from(ownCouriers);
  return { ...NONE, couriers: stored?.couriers ?? [] };
}

/** Null on a machine that has no such file. */
async function readFileOfMachine(folder: string): Promise<OwnCouriers | null> {
  if (!existsSync(path.join(folder, FILE))) return null;
  const errors: FileError[] = [];
  const { content: couriers } = await readOwnerFile(folder, FILE, couriersFile, errors);
  return { couriers: couriers ?? [], errors: errors.map(formatFileError) };
}

const storeCouriers = (db: Context["db"], couriers: readonly Courier[]) =>
  db
    .insert(ownCouriers)
    .values({ id: 1, couriers })
    .onConflictDoUpdate({
      target: ownCouriers.id,
      set: { couriers: sql`excluded.couriers` },
      setWhere: sql`${ownCouriers.couriers} is distinct from excluded.couriers`,
    });

/** Checks the list of own couriers; without it parcels have no link to follow them. */
export async function checkCouriers(context: Context): Promise<Finding[]> {
  const { errors } = await readOwnCouriers(context);
  return errors.map((what) => ({
    about: FILE,
    what,
    remedy: "Correct it, see catalogue/README.md; until then its couriers have no link",
  }));
}
