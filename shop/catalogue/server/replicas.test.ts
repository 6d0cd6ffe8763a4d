import { rm } from "node:fs/promises";
import os from "node:os";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createContext, type Context } from "#platform/context.ts";
import { type Database, openDatabase } from "#platform/database.ts";
import { createMetrics } from "#platform/metrics.ts";
import { migrate } from "#platform/migrate.ts";
import { readConfig } from "#platform/read-config.ts";
import { checkReplicas } from "#platform/replica-findings.ts";
import { findReason } from "#platform/replica-proof.ts";
import { createResponseCache } from "#platform/response-cache.ts";
import { findShownPicture } from "../../media/server/shown-files.ts";
import { picture } from "../../media/server/tables.ts";
import { findSpecialOffer } from "../../merchandising/server/find-special-offer.ts";
import { setSpecialOffer } from "../../merchandising/server/set-special-offer.ts";
import { writeCatalogueFolder } from "../../../tests/support/catalogue.ts";
import { testEngine, testLog } from "../../../tests/support/database.ts";
import {
  type ReplicatedServers,
  startReplicatedServers,
} from "../../../tests/support/replicated-database.ts";
import { changeShownContent } from "./change-shown-content.ts";
import { importCatalogue } from "./import/import-catalogue.ts";
import { findProduct } from "./products/find-products.ts";
import { setPrice } from "./products/set-price.ts";
import { onSnapshotChange, refreshSnapshot } from "./snapshot/snapshot.ts";

/* Two real servers, one streaming to the other. The shop's log is silent: each trouble here is one it gets over. */

let servers: ReplicatedServers;
let database: Database;
let context: Context;
let folder: string;
const cache = createResponseCache();
const cached = new Map<number, string>();

/** As a page is composed and cached: what is stored is stored for the version in which it was begun. */
async function compose(): Promise<string> {
  const version = cache.version();
  const { heading } = await findSpecialOffer(context.publicReads.db);
  if (version === cache.version()) cached.set(version, heading);
  return heading;
}

const offer = (heading: string) =>
  changeShownContent(context, (tx) => setSpecialOffer(tx, { heading, points: ["One"] }));

/** Reads until a replica answers one of them. */
const isReplicaRead = () =>
  expect
    .poll(
      async () => {
        const before = context.publicReads.counts().replica;
        await compose();
        return context.publicReads.counts().replica - before;
      },
      { timeout: 10_000 },
    )
    .toBe(1);

const composeMany = () => Promise.all(Array.from({ length: 20 }, compose));

describe.runIf(testEngine === "server")("public reads from a replica", () => {
  beforeAll(async () => {
    const started = await startReplicatedServers();
    if (!started) throw new Error("TEST_ENGINE=server, and no PostgreSQL is installed.");
    servers = started;
    folder = await writeCatalogueFolder();
    const config = readConfig({
      CATALOGUE_DIR: folder,
      DATA_DIR: os.tmpdir(),
      DATABASE_URL: servers.primary.url,
      DATABASE_REPLICA_URLS: servers.replica.url,
    });
    database = await openDatabase(config, testLog);
    await migrate(database.slowPool, testLog);
    const outbox = { publish: async () => {}, committed: () => {} };
    context = createContext({ config, log: testLog, database, now: () => new Date(), outbox });
    await importCatalogue(context, folder);
    onSnapshotChange(context, cache.clear);
    await refreshSnapshot(context);
    await offer("first");
  });
  afterAll(async () => {
    await database?.close();
    await servers?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  test("a replica that lags is not read and nothing old is cached; later it is read again", async () => {
    await isReplicaRead();
    await servers.lag();
    await offer("second");
    await setPrice(context, "everyday-bowl", { price: 123_400 }, () => {});
    await refreshSnapshot(context);
    const before = context.publicReads.counts().replica;
    expect(new Set(await composeMany())).toEqual(new Set(["second"]));
    expect((await findProduct(context, "everyday-bowl"))?.price).toBe(1234);
    expect(cached.get(cache.version())).toBe("second");
    expect(context.publicReads.counts().replica).toBe(before);
    expect(await checkReplicas(context)).toMatchObject([
      { what: expect.stringMatching(/^lags: [\d,]+ bytes/) },
    ]);

    await servers.catchUp();
    await isReplicaRead();
    expect(await compose()).toBe("second");
    expect(await checkReplicas(context)).toEqual([]);
    const lines = (await createMetrics(context).text()).split("\n");
    const { host } = new URL(servers.replica.url);
    expect(lines).toContain(`shop_replica_up{replica="${host}"} 1`);
    expect(lines).toContain(`shop_replica_behind_bytes{replica="${host}"} 0`);
  });

  test("a picture that a lagging replica does not have yet is found", async () => {
    await isReplicaRead();
    await servers.lag();
    const known = {
      path: "new/bowl.jpg",
      hash: "0123456789abcdef",
      placeholder: "",
      bytes: 1,
      modifiedMs: 1,
    };
    await context.db.insert(picture).values({ ...known, width: 3, height: 2 });
    const before = context.publicReads.counts().replica;
    expect(await findShownPicture(context, "new/bowl.0123456789abcdef")).toMatchObject(known);
    expect(context.publicReads.counts().replica).toBe(before + 1);
    await servers.catchUp();
  });

  test("a replica that dies or falls silent fails no read, and is read again when it is back", async () => {
    await isReplicaRead();
    await servers.replica.crash();
    expect(new Set(await composeMany())).toEqual(new Set(["second"]));
    expect(await checkReplicas(context)).toMatchObject([
      { what: expect.stringContaining("does not answer") },
    ]);
    await servers.replica.recover();
    await isReplicaRead();

    servers.replica.suspend();
    expect(new Set(await composeMany())).toEqual(new Set(["second"]));
    servers.replica.resume();
    await isReplicaRead();
  });

  test("a server that takes writes, or another system, is no replica", async () => {
    const { pool } = database;
    expect(await findReason(pool, pool)).toContain("takes writes itself");
    const other = await openDatabase(
      { databaseUrl: process.env["TEST_POSTGRES_URL"], databasePool: 2, dataDir: os.tmpdir() },
      testLog,
    );
    expect(await findReason(other.pool, pool)).toContain("another database system");
    await other.close();
  });
});
