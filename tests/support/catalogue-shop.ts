import { describeRefusal } from "#contract/field-labels.ts";
import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Config } from "#platform/config/config.ts";
import type { Subscriber } from "#platform/outbox/subscriber.ts";
import { refreshSnapshot } from "../../shop/catalogue/server/snapshot/snapshot.ts";
import { importCatalogue } from "../../shop/catalogue/server/import/import-catalogue.ts";
import { type OwnerFiles, writeCatalogueFolder } from "./catalogue-folder.ts";
import { createTestContext, type TestContext } from "./database.ts";
import { runLine } from "./typed-line.ts";

/* The shop of a test file about the catalogue. `setUpCatalogue()` opens it and assigns the variables below. */

export let context: TestContext;

export let folder: string;

interface CatalogueOptions {
  change?: (files: OwnerFiles) => void;
  /** When the folder is imported. `each`: the shop is emptied and the folder imported before each test. */
  imported?: "once" | "each" | "never";
  config?: Partial<Config>;
  subscribers?: readonly Subscriber[];
}

export function setUpCatalogue({
  change,
  imported = "each",
  config,
  subscribers,
}: CatalogueOptions = {}): void {
  beforeAll(async () => {
    folder = await writeCatalogueFolder(change);
    context = await createTestContext({
      config: { catalogueDir: folder, ...config },
      ...(subscribers && { subscribers }),
    });
    if (imported === "once") await importFolder();
  });
  if (imported === "each")
    beforeEach(async () => {
      await context.wipe();
      await importFolder();
    });
  afterAll(async () => {
    await context.close();
    await rm(folder, { recursive: true });
  });
}

export async function importFolder(from = folder): Promise<void> {
  await importCatalogue(context, from);
  await refreshSnapshot(context);
}

/** Runs a command line as the owner. The reply may be an error. */
export const say = (line: string, options?: Record<string, string>, how?: Parameters<typeof runLine>[3]) =>
  runLine(context, line, options, { folder, ...how });

/** Works like `say`, but returns the result. @throws if the reply is an error or a question */
export async function run(...line: Parameters<typeof say>) {
  const reply = await say(...line);
  if (reply.outcome === "done") return reply.result;
  throw new Error(reply.outcome === "confirm" ? reply.question : describeRefusal(reply, (name) => name));
}
