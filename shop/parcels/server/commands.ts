import path from "node:path";
import { type Command, defineCommand, CommandRefused, UsageError } from "#platform/operator/command.ts";
import { parseRequiredText } from "#platform/operator/command-input.ts";
import { isHttps, LONGEST_TRACKING_TEXT } from "../couriers.ts";
import { deliverList } from "./deliver-list.ts";
import {
  deliverOrder,
  describeParcel,
  orderArgument as orderId,
  toPlainOrder,
} from "#shop/orders/server/index.ts";
import { dispatchList } from "./dispatch-list.ts";
import { dispatchOrder } from "./dispatch-order.ts";

const dispatch = defineCommand({
  noun: "orders",
  verb: "dispatch",
  summary:
    "Says that a parcel has left, and with whom, or every parcel of a list; said again, it corrects that.",
  args: [{ ...orderId, optional: true }],
  options: {
    from: { summary: "a CSV file with the columns order, courier, number and, if you like, link" },
    "skip-faulty": { summary: "with --from: send the others, where some rows cannot be done", flag: true },
    courier: { summary: "who carries it, e.g. Delhivery" },
    number: { summary: "the number on the parcel" },
    link: { summary: "where its customer can follow it (https://…); else the page of a known courier" },
  },
  examples: [
    "orders dispatch TRV-7K3M9Q --courier Delhivery --number 1234567890",
    "orders dispatch --from couriers.csv",
    "orders dispatch --from couriers.csv --skip-faulty",
  ],
  run: async (context, { args, options, folder, confirmed: isConfirmed = false }, report) => {
    const file = findList(args["orderId"], options["from"], folder);
    const skipFaulty = options["skip-faulty"] !== undefined;
    if (file !== null) return dispatchList(context, { file, skipFaulty, isConfirmed }, report);
    if (args["orderId"] === undefined)
      throw new CommandRefused(
        "Which order? orders dispatch TRV-… --courier … --number …, or --from couriers.csv",
      );
    const link = parseLink(options["link"]);
    const tracking = {
      courier: parseRequiredText("courier", options["courier"], LONGEST_TRACKING_TEXT),
      number: parseRequiredText("number", options["number"], LONGEST_TRACKING_TEXT),
      ...(link !== null && { link }),
    };
    const order = await dispatchOrder(context, args["orderId"], tracking, { isConfirmed });
    return {
      message: describeParcel(order),
      data: toPlainOrder(order),
    };
  },
});

const deliver = defineCommand({
  noun: "orders",
  verb: "deliver",
  summary: "Says that the parcel has arrived, or every parcel of a list.",
  args: [{ ...orderId, optional: true }],
  options: {
    from: { summary: "a CSV file with the column order; the courier's own list serves" },
    "skip-faulty": { summary: "with --from: do the others, where some rows cannot be done", flag: true },
  },
  confirm: ({ args: { orderId: order } }) =>
    order === undefined ? null : `Mark ${order} as delivered? That is final, and its customer gets a mail.`,
  examples: ["orders deliver TRV-7K3M9Q", "orders deliver --from couriers.csv"],
  run: async (context, { args, options, folder, confirmed: isConfirmed = false }, report) => {
    const file = findList(args["orderId"], options["from"], folder);
    const skipFaulty = options["skip-faulty"] !== undefined;
    if (file !== null) return deliverList(context, { file, skipFaulty, isConfirmed }, report);
    if (args["orderId"] === undefined)
      throw new CommandRefused("Which order? orders deliver TRV-…, or --from couriers.csv");
    const order = await deliverOrder(context, args["orderId"]);
    return { message: `${order.orderId} is delivered.`, data: toPlainOrder(order) };
  },
});

export const parcelCommands: Command[] = [dispatch, deliver];

/** The list to go through, if one was given. @throws UsageError */
function findList(order: string | undefined, from: string | undefined, folder: string): string | null {
  if (from === undefined) return null;
  if (order !== undefined) throw new UsageError("Name one order, or a list with --from: not both.");
  return path.resolve(folder, from);
}

/** It is shown as a link to customers, so it is a web address or nothing. */
function parseLink(given: string | undefined): string | null {
  if (given === undefined) return null;
  const url = URL.parse(given.trim());
  if (url === null || !isHttps(url.href) || url.href.length > 500)
    throw new CommandRefused(
      `--link ${given} is no address that customers can be sent to. It begins with https://.`,
    );
  return url.href;
}
