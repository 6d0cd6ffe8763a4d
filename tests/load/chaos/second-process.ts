import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { prepare } from "../../support/shop.ts";
import { checkOutAll, plan, statusesOf } from "./checkout.ts";
import { BUYERS, inShop } from "./crowd.ts";
import { readLedger } from "./ledger.ts";
import { until } from "./moment.ts";
import { none, type Scenario } from "../scenario.ts";

const ATTEMPTS = 5;
const ENDS_WITHIN_MS = 300_000;

export const secondProcess: Scenario = {
  name: "second-process",
  summary: "a second shop is started on the same embedded data folder, again and again, during checkouts",
  threat: "T26",
  engines: ["embedded"],
  inShortForm: false,
  async run(stage) {
    const folder = mkdtempSync(path.join(os.tmpdir(), "taruva-chaos-"));
    const rival = await prepare("embedded", {}, { folder });
    try {
      return await inShop(stage, { folder, buyers: BUYERS }, async ({ shop, crowdIn, rareIn }) => {
        const seen = plan(crowdIn(0), rareIn(0));
        const checkouts = checkOutAll(shop.url, seen, AbortSignal.timeout(ENDS_WITHIN_MS));
        await until("an order is acknowledged", () => seen.acknowledged >= 1);
        const refusals: string[] = [];
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          await rival.shop.open().catch((cause: unknown) => refusals.push(String(cause)));
        }
        await checkouts;
        stage.say(`${ATTEMPTS} attempts (${statusesOf(seen)})`);
        return [
          { what: "attempts refused", value: refusals.length, atLeast: ATTEMPTS },
          none(
            "refusals that name no holder",
            refusals.filter((words) => !words.includes("is in use by process")),
          ),
          { what: "calls without an answer", value: seen.statuses.get(0) ?? 0, atMost: 0 },
          ...(await readLedger(shop, seen)),
        ];
      });
    } finally {
      await rival.shop.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
