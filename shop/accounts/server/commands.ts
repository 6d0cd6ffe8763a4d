import { formatName } from "#contract/person-name.ts";
import { asc } from "drizzle-orm";
import { formatCount } from "#contract/text.ts";
import type { Context } from "#platform/context.ts";
import { beginsWith } from "#platform/database/statement.ts";
import {
  requireConfirmation,
  type Command,
  defineCommand,
  CommandRefused,
} from "#platform/operator/command.ts";
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

const endAllSessions = defineCommand({
  noun: "customers",
  verb: "end-sessions",
  summary: "Logs a customer out on all devices.",
  preview: "rehearse",
  args: [{ name: "email", summary: "the e-mail address of the account", kind: "customer" }],
  options: {},
  examples: ["customers end-sessions asha@example.com"],
  run: async (context, input) => {
    const { email = "" } = input.args;
    requireConfirmation(input, `Log ${email} out on every device?`);
    const row = await findAccountByEmail(context.db, email);
    if (!row) throw new CommandRefused(`No customer has the e-mail address ${email}.`);
    const sessions = await context.transact(async (tx) => {
      await deleteDevices(tx, row.id);
      await recordActivity(tx, context, row.id, "logged_out_by_shop", null);
      return endSessionsOf(tx, context, row.id);
    });
    return { message: `${formatCount(sessions, "session")} ended.`, data: { sessions } };
  },
});

export const accountCommands: Command[] = [endAllSessions];
