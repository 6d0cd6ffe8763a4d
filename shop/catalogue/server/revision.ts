import { eq, sql } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Tx } from "#platform/database/database.ts";
import { catalogueChanged } from "../events.ts";
import type { HomeContentFiles } from "./owner-folder/home-content-files.ts";
import { catalogueVersion } from "./tables.ts";

type CatalogueVersion = typeof catalogueVersion.$inferSelect;

export const EMPTY_HOME_CONTENT: HomeContentFiles = {
  banners: [],
  tiles: [],
  hotProducts: [],
  offerCards: [],
  services: [],
  videos: [],
  story: [],
  collections: [],
  couriers: [],
};

/** Locks the catalogue until the transaction ends. Every change that increases the revision must call this first. */
export async function lockCatalogue(tx: Tx, now: Date): Promise<CatalogueVersion> {
  await tx
    .insert(catalogueVersion)
    .values({ id: 1, revision: 0, fingerprint: "", homeContent: EMPTY_HOME_CONTENT, importedAt: now })
    .onConflictDoNothing();
  const [version] = await tx.select().from(catalogueVersion).for("update");
  if (!version) throw new Error("The row of the catalogue's revision is missing.");
  return version;
}

type Change = Partial<Pick<CatalogueVersion, "fingerprint" | "homeContent" | "importedAt" | "taxedAt">>;

/** Increases the revision, so that all processes load the change. Changed products must store the new revision. */
export async function beginCatalogueRevision(
  { config, outbox }: Pick<Context, "config" | "outbox">,
  tx: Tx,
  change: Change = {},
): Promise<void> {
  const [created] = await tx
    .update(catalogueVersion)
    .set({ ...change, revision: sql`${catalogueVersion.revision} + 1` })
    .where(eq(catalogueVersion.id, 1))
    .returning({ revision: catalogueVersion.revision });
  if (created && config.cdn.purge) await outbox.publish(tx, catalogueChanged, created);
}
