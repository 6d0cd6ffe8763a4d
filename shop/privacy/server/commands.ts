import { showMailbox } from "#contract/mailbox.ts";
import { formatName } from "#contract/person-name.ts";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import * as v from "valibot";
import { isRefused } from "#platform/http/refuse.ts";
import {
  createConfirmation,
  type Command,
  CommandRefused,
  defineCommand,
} from "#platform/operator/command.ts";
import { writeOrRefuse } from "#platform/operator/written-files.ts";
import { accountArgument, requireAccount } from "#shop/accounts/server/index.ts";
import { customerData } from "../command-results.ts";
import { collectLastingData, deleteAccount } from "./personal-data.ts";

const customerDataCommand = defineCommand({
  ...customerData,
  data: v.union([customerData.data, v.object({ file: v.string() })]),
  reads: true,
  asksPasskey: true,
  summary: "Exports all data about a customer who asks for it by e-mail.",
  args: [
    accountArgument,
    { name: "file", summary: "a new .json file for the data", kind: "new-file", optional: true },
  ],
  options: {},
  examples: ["customers data asha@example.com", "customers data asha@example.com asha.json"],
  async run(context, { args, folder }) {
    const account = await requireAccount(context.db, args["email"]);
    const collected = await collectLastingData(context, account.id);
    const counts = Object.fromEntries(
      Object.entries(collected).flatMap(([name, value]) =>
        Array.isArray(value) ? [[name, value.length]] : [],
      ),
    );
    const file = args["file"];
    if (file === undefined) return { title: account.email, facts: counts, data: collected };
    const target = await writeJson(path.resolve(folder, file), collected);
    return {
      title: account.email,
      facts: counts,
      message: `The data was written to ${target}.`,
      data: { file: target },
    };
  },
});

async function writeJson(file: string, content: unknown): Promise<string> {
  if (!/\.json$/i.test(file))
    throw new CommandRefused(`Enter a file name that ends in .json, not ${path.basename(file)}.`);
  await writeOrRefuse(file, () =>
    writeFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: "wx" }),
  );
  return file;
}

const removeCustomerCommand = defineCommand({
  noun: "customers",
  verb: "delete",
  preview: "rehearse",
  asksPasskey: true,
  summary: "Deletes the account of a customer who asks for it by e-mail.",
  // The audit log must not store the e-mail address of the deleted account.
  args: [{ ...accountArgument, personal: true }],
  options: {},
  examples: ["customers delete asha@example.com"],
  async run(context, { args, confirmed }) {
    const account = await requireAccount(context.db, args["email"]);
    const confirm = createConfirmation<void>(
      confirmed,
      () =>
        `Delete the account of ${formatName(account)} <${showMailbox(account.email)}> for good? ` +
        "The addresses, bag, messages and newsletter subscription are deleted too. The orders and reviews are kept without the customer's name.",
    );
    const result = await deleteAccount(context, account, confirm);
    if (isRefused(result))
      throw new CommandRefused(
        `${showMailbox(account.email)} has ${OPEN[result.code] ?? OPEN.order_under_way}`,
      );
    return {
      message: "The account was deleted. The orders and reviews are kept without the customer's name.",
    };
  },
});

const OPEN: Readonly<Record<string, string>> & { order_under_way: string } = {
  order_under_way: "an open order. Deliver or cancel it first.",
  return_open: "an open return. Refund or refuse it first.",
  refund_open:
    "a refund that is not complete. It has to be sent first. If it failed, open the payment of the order and retry it, or send the money yourself and enter the reference of your transfer.",
};

export const privacyCommands: Command[] = [customerDataCommand, removeCustomerCommand];
