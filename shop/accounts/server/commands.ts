import { showMailbox } from "#contract/mailbox.ts";
import { formatName } from "#contract/person-name.ts";
import { asc } from "drizzle-orm";
import type { Context } from "#platform/context.ts";
import type { Db } from "#platform/database/database.ts";
import { beginsWith } from "#platform/database/statement.ts";
import { requireConfirmation, defineCommand, CommandRefused } from "#platform/operator/command.ts";
import { MAX_VALUES } from "#platform/operator/operator-socket.ts";
import type { SuggestedValue } from "#platform/operator/protocol.ts";
import { findAccountByEmail } from "./accounts.ts";
import { recordActivity } from "./activity.ts";
import { deleteDevices } from "./known-devices.ts";
import { endSessionsOf } from "./sessions.ts";
import { account } from "./tables.ts";

export async function listCustomerValues({ db }: Context, prefix: string): Promise<SuggestedValue[]> {
  const rows = await db
    .select()
    .from(account)
    .where(beginsWith(account.email, prefix))
    .orderBy(asc(account.emailKey))
    .limit(MAX_VALUES);
  return rows.map(({ email: value, firstName, lastName }) => ({
    value,
    summary: formatName({ firstName, lastName }),
  }));
}

export const accountArgument = {
  name: "email",
  summary: "the customer's e-mail address",
  kind: "customer",
} as const;

export async function requireAccount(db: Db, email = "") {
  const existing = await findAccountByEmail(db, email);
  if (existing) return existing;
  throw new CommandRefused(
    `There is no account with ${showMailbox(email)}. Search for the customer by name or phone number.`,
  );
}

export const endAccountSessionsCommand = defineCommand({
  noun: "customers",
  verb: "end-sessions",
  summary: "Logs a customer out on all devices.",
  preview: "rehearse",
  args: [accountArgument],
  options: {},
  examples: ["customers end-sessions asha@example.com"],
  run: async (context, input) => {
    const { email = "" } = input.args;
    requireConfirmation(input, `Log ${showMailbox(email)} out on every device?`);
    const { id, email: mailbox } = await requireAccount(context.db, email);
    const sessions = await context.transact(async (tx) => {
      await deleteDevices(tx, id);
      await recordActivity(tx, context, id, "logged_out_by_shop", null);
      return endSessionsOf(tx, context, id);
    });
    return {
      message: `${showMailbox(mailbox)} is logged out on every device. Logins ended: ${sessions}.`,
      data: { sessions },
    };
  },
});
