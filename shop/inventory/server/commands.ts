import { formatCount } from "#contract/text.ts";
import { type Command, defineCommand } from "#platform/operator/command.ts";
import { listStockErrors } from "./stock-errors.ts";

const audit = defineCommand({
  noun: "stock",
  verb: "audit",
  reads: true,
  summary: "Proves that what is there, what is reserved and what orders did with their goods agree.",
  args: [],
  options: {},
  examples: ["stock audit"],
  run: async (context) => {
    const errors = await listStockErrors(context.db);
    return {
      columns: ["Product", "Order key", "Disagreement"],
      rows: errors.map(({ productId, orderKey, words }) => [productId, orderKey ?? "", words]),
      message:
        errors.length === 0
          ? "The stock agrees with its ledger."
          : `${formatCount(errors.length, "disagreement")}.`,
      data: errors,
      ...(errors.length > 0 && { attention: true as const }),
    };
  },
});

export const stockCommands: Command[] = [audit];
