import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { SECOND } from "#contract/time.ts";
import type { Shop } from "../../support/shop.ts";
import { runInShop } from "../crowded-shop.ts";
import { readPeak } from "../bench/resident.ts";
import { type Figure, type Scenario, type ScenarioRun, toTimeFigure } from "../scenario.ts";
import { getMonth, readBooks } from "./books.ts";
import { writeGoods } from "./goods.ts";
import { checkMails } from "./mails.ts";
import { checkPapers, checkPickList, sendByList } from "./parcels.ts";
import { proveBooks } from "./prove-books.ts";
import { orderAndPay } from "./purchases.ts";
import { approveCancellation, takeBack } from "./returns.ts";
import { createTerminal } from "./terminal.ts";

const ORDERS = 300;
const ORDERS_IN_SHORT = 30;
const OWNER = "owner@example.com";
const RETURNED = 3;

export const busyDay: Scenario = {
  name: "busy-day",
  summary: `${ORDERS} orders placed, packed, labelled, sent and delivered from a list; ${RETURNED} come back; then the books`,
  engines: ["embedded", "server"],
  inShortForm: true,
  async run(run) {
    const folder = await writeGoods();
    const papers = await mkdtemp(path.join(os.tmpdir(), "taruva-diwali-"));
    try {
      const settings = { CATALOGUE_DIR: folder, MAIL_TO: OWNER, LOG_LEVEL: "warn" };
      return await runInShop(run, settings, (shop) => liveThroughDay(run, shop, papers));
    } finally {
      await rm(folder, { recursive: true });
      await rm(papers, { recursive: true });
    }
  },
};

async function liveThroughDay({ isShort, say }: ScenarioRun, shop: Shop, papers: string): Promise<Figure[]> {
  const terminal = createTerminal(shop);
  const figures: Figure[] = [];
  const step = async <Result>(
    name: string,
    withinMs: number,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const began = performance.now();
    const result = await work();
    const ms = performance.now() - began;
    say(`${name}: ${(ms / SECOND).toFixed(1)} s`);
    figures.push(toTimeFigure(name, ms, withinMs));
    if (Array.isArray(result)) figures.push(...(result as Figure[]));
    return result;
  };
  const day = await step("orders placed and paid", 180 * SECOND, () =>
    orderAndPay(shop, isShort ? ORDERS_IN_SHORT : ORDERS),
  );
  const returned = day.toSend.slice(0, isShort ? 1 : RETURNED);
  await step("orders pack", 5 * SECOND, () => checkPickList(terminal, day));
  await step("orders print, labels and slips", 20 * SECOND, () => checkPapers(terminal, papers, day));
  await step("orders dispatch --from, three times", 20 * SECOND, () => sendByList(terminal, papers, day));
  await step("orders deliver --from", 10 * SECOND, () =>
    terminal.type(["orders", "deliver", "--yes", "--from", path.join(papers, "couriers.csv")]),
  );
  await step("returns and a cancellation", 20 * SECOND, async () => {
    const found = await takeBack(shop, terminal, returned);
    await approveCancellation(terminal, day);
    return found;
  });
  await step("mails", 120 * SECOND, () => checkMails(shop.dataDir, OWNER, day, returned));
  const memory = Math.round(readPeak(shop.pid()));
  await step("reports, audits and check", 20 * SECOND, () =>
    readBooks(terminal, getMonth(), day, returned.length),
  );
  await step("the books a second time", 20 * SECOND, () =>
    proveBooks(shop, terminal, getMonth(), day, returned),
  );
  return [...figures, { what: "peak memory of the shop", value: memory, unit: "MB" }];
}
