import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { writeCatalogueFolder } from "../../support/catalogue-folder.ts";
import { createServerDatabase } from "../../support/database.ts";
import { findNginx } from "../../support/nginx.ts";
import { type ObjectServer, openObjectServer } from "../../support/object-server.ts";
import { prepareShop, type Shop } from "../../support/shop.ts";
import { type Figure, type Scenario, toNoneFigure } from "../scenario.ts";
import { findWrongHeaders } from "./look-at-headers.ts";
import { openCdn, openPurgeHook, type PurgeHook } from "./nginx-cdn.ts";
import { measureHolding, measurePurge, measureStale } from "./measure-cdn.ts";
import { comparePictures, findAddresses, lookWithoutStorage } from "./compare-machines.ts";

/** Longer than a run: what is new after a change is new because of the purge. */
const HELD_SECONDS = 3_000;

export const sharedPictures: Scenario = {
  name: "shared-pictures",
  summary: "three machines, two with empty disks, one storage for pictures, nginx as a CDN",
  engines: ["server"],
  inShortForm: true,
  async run({ isShort }) {
    const nginx = findNginx();
    if (nginx === undefined) return { skipped: "nginx is not installed (apt-get install nginx)" };
    const machines = await openMachines(isShort);
    try {
      return await measure(machines, nginx, isShort);
    } finally {
      await machines.close();
    }
  },
};

interface Machines {
  owners: Shop;
  empty: Shop;
  /** Another with nothing on its disk, whose pages may be held for a second only. */
  brief: Shop;
  storage: ObjectServer;
  hook: PurgeHook;
  close(): Promise<void>;
}

/** In the short form the goods are few: to look at the pictures of the real ones takes longest. */
async function openMachines(isShort: boolean): Promise<Machines> {
  const [storage, hook, database] = [
    await openObjectServer(),
    await openPurgeHook(),
    await createServerDatabase({ migrated: true }),
  ];
  const none = mkdtempSync(path.join(os.tmpdir(), "taruva-no-goods-"));
  const settings = {
    ...storage.variables,
    ...hook.settings,
    CDN_SECONDS: String(HELD_SECONDS),
    SHOP_SECRET: "the-same-secret-on-all-of-the-machines",
  };
  const where = { databaseUrl: database.url };
  const goods = isShort ? await writeCatalogueFolder() : "";
  const owners = await prepareShop("server", { ...settings, CATALOGUE_DIR: goods }, where);
  const withoutGoods = { ...settings, CATALOGUE_DIR: path.join(none, "goods") };
  const empty = await prepareShop("server", withoutGoods, where);
  const brief = await prepareShop("server", { ...withoutGoods, CDN_SECONDS: "1" }, where);
  const close = async () => {
    for (const one of [owners, empty, brief]) await one.close();
    await storage.close();
    hook.close();
    await database.drop();
    for (const folder of [none, goods]) if (folder) rmSync(folder, { recursive: true });
  };
  try {
    // The first fills the database and the storage.
    await owners.shop.open();
    await Promise.all([empty.shop.open(), brief.shop.open()]);
  } catch (cause) {
    await close();
    throw cause;
  }
  return { owners: owners.shop, empty: empty.shop, brief: brief.shop, storage, hook, close };
}

async function measure(
  { owners, empty, brief, storage, hook }: Machines,
  nginx: string,
  isShort: boolean,
): Promise<Figure[]> {
  const found = await findAddresses(owners.url);
  const headers = await findWrongHeaders(owners.url, HELD_SECONDS, found);
  const pictures = await comparePictures(owners.url, empty.url, 60);
  const cdn = await openCdn(nginx, hook, [owners.url, empty.url, brief.url]);
  try {
    return [
      { what: "addresses whose headers were looked at", value: headers.asked, atLeast: 60 },
      toNoneFigure("wrong headers", headers.wrong),
      { what: "pictures compared", value: pictures.compared, atLeast: isShort ? 2 : 40 },
      toNoneFigure("answers that differ between a full and an empty disk", pictures.different),
      ...(await measureHolding(cdn, found, isShort ? 20 : 200)),
      ...(await measureStale(cdn.lastUrl)),
      ...(await measurePurge(cdn, owners, found.product)),
      ...(await lookWithoutStorage(cdn.url, empty.url, storage, found)),
    ];
  } finally {
    await cdn.close();
  }
}
