import { formatName } from "#contract/person-name.ts";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { isRefused } from "#platform/http/refuse.ts";
import type { Db } from "#platform/database/database.ts";
import {
  createConfirmation,
  type Command,
  CommandRefused,
  defineCommand,
} from "#platform/operator/command.ts";
import { findAccountByEmail } from "#shop/accounts/server/index.ts";
import { collectLastingData, deleteAccount } from "./personal-data.ts";

const email = { name: "email", summary: "the e-mail address of the account", kind: "customer" } as const;

const data = defineCommand({
  noun: "customers",
  verb: "data",
  reads: true,
  asksPasskey: true,
  summary: "Everything the shop knows of a customer, for one who asks for it by mail.",
  args: [email, { name: "file", summary: "a new .json file for it", kind: "new-file", optional: true }],
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
      message: `All of it is in ${target}.`,
      data: { file: target },
    };
  },
});

/** @throws CommandRefused */
async function writeJson(file: string, content: unknown): Promise<string> {
  if (!/\.json$/i.test(file))
    throw new CommandRefused(`Name a file that ends in .json, not ${path.basename(file)}.`);
  try {
    await writeFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flag: "wx" });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new CommandRefused(
      code === "EEXIST" ? `${file} is there already. Name another.` : `${file} was not written: ${code}.`,
    );
  }
  return file;
}

const remove = defineCommand({
  noun: "customers",
  verb: "delete",
  preview: "rehearse",
  asksPasskey: true,
  summary: "Deletes the account of a customer who asks for it by mail, as they could do it themselves.",
  // Deleted data must not be kept in the audit log.
  args: [{ ...email, personal: true }],
  options: {},
  examples: ["customers delete asha@example.com"],
  async run(context, { args, confirmed }) {
    const account = await requireAccount(context.db, args["email"]);
    const confirm = createConfirmation<void>(
      confirmed,
      () =>
        `Delete the account of ${formatName(account)} <${account.email}> for good? ` +
        "Address book, bag, messages and newsletter go with it; orders and reviews stay, without the person.",
    );
    const result = await deleteAccount(context, account, confirm);
    if (isRefused(result))
      throw new CommandRefused(
        `An order of ${account.email} is under way. Deliver or cancel it first: customers show ${account.email}`,
      );
    return { message: "The account is deleted. Orders and reviews stay, without the person." };
  },
});

/** @throws CommandRefused */
async function requireAccount(db: Db, value = "") {
  const account = await findAccountByEmail(db, value);
  if (!account)
    throw new CommandRefused(`There is no account with ${value}. Look with: customers list --search`);
  return account;
}

/** Commands for requests that customers may make by law. */
export const privacyCommands: Command[] = [data, remove];
