import { type Command, CommandRefused, defineCommand } from "#platform/operator/command.ts";
import { type OrderStatus, orderStatuses } from "../status.ts";
import { bestSellers } from "./best-sellers.ts";
import { cancellationCommands } from "./cancellation-commands.ts";
import { customerCommands } from "./customer-commands.ts";
import { toPlainOrder, refundMessage } from "./describe-for-operator.ts";
import { fulfilmentCommands } from "./fulfilment-commands.ts";
import { orderId } from "./order-argument.ts";
import { setStatus } from "./set-status.ts";
import { list } from "./list-command.ts";
import { show } from "./show-command.ts";

/** What owners look for: it is no status of its own, but a command. */
const DISPATCHED = "Dispatched";

const setStatusCommand = defineCommand({
  noun: "orders",
  verb: "set-status",
  summary: "Moves an order on; the customer's open pages show it at once.",
  args: [orderId, { name: "status", summary: "its new status", choices: [...orderStatuses, DISPATCHED] }],
  options: {},
  confirm: ({ args }) => (args["status"] === "Cancelled" ? `Cancel ${args["orderId"]} for good?` : null),
  examples: ["orders set-status TRV-7K3M9Q Delivered"],
  run: async (context, { args }) => {
    if (args["status"] === DISPATCHED)
      throw new CommandRefused(
        `A parcel that leaves has a courier and a number: orders dispatch ${args["orderId"]} --courier … --number …`,
      );
    const order = await setStatus(context, args["orderId"] ?? "", args["status"] as OrderStatus);
    return {
      message: [`${order.orderId} is ${order.status}.`, refundMessage(order) ?? ""].join(" ").trim(),
      data: toPlainOrder(order),
    };
  },
});

export const orderCommands: Command[] = [
  list,
  show,
  setStatusCommand,
  ...fulfilmentCommands,
  ...cancellationCommands,
  bestSellers,
  ...customerCommands,
];
