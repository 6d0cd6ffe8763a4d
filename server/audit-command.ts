import type { ReturnedData } from "#contract/command-data.ts";
import { auditList } from "#contract/operator-results.ts";
import { type Command, defineCommand } from "#platform/operator/command.ts";
import { defineLimit } from "#platform/operator/command-values.ts";
import { toTable } from "#platform/operator/result-table.ts";
import { type AccountEntry, listNewestActivity } from "#shop/accounts/server/index.ts";
import { activities } from "#shop/accounts/activity.ts";
import { listNewestCommands, type RecordedCommand } from "#platform/operator/audit.ts";

const limit = defineLimit(50);

type Entry = ReturnedData<typeof auditList>[number];

export const createAuditCommand = (commands: () => readonly Command[]): Command =>
  defineCommand({
    ...auditList,
    reads: true,
    summary:
      "Shows who did what, newest first: logins and password changes of customers, commands of operators.",
    args: [],
    options: {
      customer: {
        summary: "only entries of this customer, by e-mail address",
        kind: "customer",
        personal: true,
      },
      command: {
        summary: 'only commands that begin with these words, e.g. "orders refund" "returns --refund"',
        many: true,
      },
      order: { summary: "only entries about this order", kind: "order" },
      of: {
        summary: "only entries of customers or of operators, or only commands that change something",
        choices: ["customers", "operators", "changes"],
      },
      by: { summary: "only commands of this person, by the name in the list" },
      day: { summary: "only entries of this day, e.g. 2026-11-30", kind: "day" },
      limit: limit.option,
    },
    examples: [
      "audit --customer asha@example.com",
      'audit --command "orders refund" "returns --refund"',
      "audit --order TRV-7K3M9Q",
      "audit --by Asha --day 2026-11-30",
    ],
    async run(context, { options: { customer, command, order, of, by, day, limit: limitText } }) {
      const maxRows = limit.parse(limitText);
      const customers =
        of === "operators" ||
        of === "changes" ||
        command !== undefined ||
        order !== undefined ||
        by !== undefined
          ? []
          : await listNewestActivity(context.db, { email: customer, day, limit: maxRows });
      const operators =
        of === "customers" || customer !== undefined
          ? []
          : (
              await listNewestCommands(context.db, maxRows, {
                begin: command?.split("\n"),
                by,
                day,
                orderId: order,
                without: of === "changes" ? commands() : [],
              })
            ).map(toCommandEntry);
      const entries = [...customers.map(toCustomerEntry), ...operators]
        .toSorted((first, other) => other.at.getTime() - first.at.getTime())
        .slice(0, maxRows);
      return {
        ...toTable(entries, ["at", "who", "what", "from"], { at: "When" }),
        message: entries.length === 0 ? "No entries match." : "",
        data: entries,
      };
    },
  });

const toCustomerEntry = ({ at, email, kind, times, device, network }: AccountEntry): Entry => ({
  at,
  who: email,
  what: activities[kind] + (times > 1 ? `, ${times} times` : ""),
  from: [device, network].filter(Boolean).join(", "),
});

const toCommandEntry = ({
  osUser,
  name,
  role,
  command,
  arguments: typedArguments,
  outcome,
  words,
  startedAt,
  endedAt,
}: RecordedCommand): Entry => ({
  at: startedAt,
  until: endedAt,
  by: name ?? osUser,
  command: [command, ...listSwitches(typedArguments)].join(" "),
  entered: typedArguments,
  outcome,
  ...(words !== null && { reason: words }),
  who: name ? `${name} (operator ${osUser})` : `operator ${osUser}`,
  what: [command, ...listTyped(typedArguments)].join(" ") + (outcome === "done" ? "" : ` (${outcome})`),
  from: role === null ? "this machine" : `desk of the ${role}`,
});

const listTyped = (options: Readonly<Record<string, string>>): string[] => [
  ...Object.values(options).filter((value) => value !== "on"),
  ...listSwitches(options),
];

const listSwitches = (options: Readonly<Record<string, string>>): string[] =>
  Object.entries(options).flatMap(([option, value]) => (value === "on" ? [`--${option}`] : []));
