import { formatDateTime } from "#contract/dates.ts";
import { type Command, defineCommand } from "#platform/operator/command.ts";
import { findProductSummary } from "#shop/catalogue/server/index.ts";
import { MAILS_PER_PIECE } from "../back-in-stock.ts";
import { countWaiting } from "./requests.ts";

const listWaiting = defineCommand({
  noun: "stock",
  verb: "waiting",
  reads: true,
  summary: "Sold-out products that people want a mail about, and how many; the longest wait first.",
  args: [],
  options: {},
  examples: ["stock waiting"],
  async run(context) {
    const waiting = await countWaiting(context.db);
    return {
      columns: ["Product", "Title", "People", "Since"],
      rows: waiting.map(({ productId, people, since }) => [
        productId,
        findProductSummary(context, productId)?.title ?? "not in the shop now",
        people,
        since && formatDateTime(since),
      ]),
      message:
        waiting.length === 0
          ? "Nobody waits for a sold-out product."
          : `More have come? products set <product> --stock <left>: ${MAILS_PER_PIECE} people get a mail for each piece, who asked first.`,
      data: waiting,
    };
  },
});

export const backInStockCommands: Command[] = [listWaiting];
