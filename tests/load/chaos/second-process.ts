import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { prepareShop } from "../../support/shop.ts";
import { checkOutAll, planCheckouts, formatStatuses } from "./checkout.ts";
import { BUYERS, runInShop } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { waitUntil } from "./moment.ts";
import { toNoneFigure, type Scenario } from "../scenario.ts";

const ATTEMPTS = 5;
const ENDS_WITHIN_MS = 300_000;

export const secondProcess: Scenario = {
  name: "second-process",
  summary: "a second shop is started on the same embedded data folder, again and again, during checkouts",
  threat: "T26",
  engines: ["embedded"],
  inShortForm: false,
  async run(run) {
    const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-chaos-"));
    const second = await prepareShop("embedded", {}, { folder });
    try {
      return await runInShop(run, { folder, buyers: BUYERS }, async ({ shop, listBuyers, rareIn }) => {
        const seen = planCheckouts(listBuyers(0), rareIn(0));
        const checkouts = checkOutAll(shop.url, seen, AbortSignal.timeout(ENDS_WITHIN_MS));
        await waitUntil("an order is acknowledged", () => seen.acknowledged >= 1);
        const refusals: string[] = [];
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          await second.shop.open().catch((cause: unknown) => refusals.push(String(cause)));
        }
        await checkouts;
        run.say(`${ATTEMPTS} attempts (${formatStatuses(seen)})`);
        return [
          { what: "attempts refused", value: refusals.length, atLeast: ATTEMPTS },
          toNoneFigure(
            "refusals that name no holder",
            refusals.filter((words) => !words.includes("is in use by process")),
          ),
          { what: "calls without an answer", value: seen.statuses.get(0) ?? 0, atMost: 0 },
          ...(await readLedger(shop, seen)),
        ];
      });
    } finally {
      await second.shop.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
