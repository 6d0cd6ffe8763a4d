import { formatCount } from "#contract/text.ts";
import { formatRupees } from "#contract/money.ts";
import { defineCommand } from "#platform/operator/command.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { findToday, type Today } from "./find-today.ts";
import { listFirstSteps } from "./first-steps.ts";

export const today = defineCommand({
  noun: "today",
  verb: "",
  summary: "What waits for you: to pack, to answer, overdue, low in stock, trouble; and what yesterday sold.",
  args: [],
  options: {},
  reads: true,
  examples: ["today", "today --json"],
  async run(context) {
    const today = { ...(await findToday(context)), firstSteps: await listFirstSteps(context) };
    const rows = listRows(today);
    return {
      facts: listTodayFacts(today),
      ...(rows.length > 0 && { columns: ["", "About", "What", "What to do"], rows }),
      message: rows.length === 0 ? "Nothing waits for you." : "",
      data: today,
    };
  },
});

/** The figures of the day, for the command and the mail. */
export const listTodayFacts = (today: Today): Record<string, string> => {
  const { toPack, toAnswer, comingBack, lowStock, trouble, yesterday } = today;
  const overdue = [...toPack, ...toAnswer].filter(({ isOverdue }) => isOverdue);
  return {
    "To pack": formatCount(toPack.length, "order"),
    "To answer": formatCount(toAnswer.length, "customer"),
    ...(comingBack.length > 0 && { "Coming back": formatCount(comingBack.length, "return") }),
    Overdue: String(overdue.length),
    "Low in stock": formatCount(lowStock.length, "product"),
    Trouble: trouble.length === 0 ? "none" : String(trouble.length),
    "Sold yesterday": `${formatRupees(yesterday.soldPaise)}, ${formatCount(yesterday.orders, "order")}`,
    ...(yesterday.wentBackPaise > 0 && { "Went back yesterday": formatRupees(yesterday.wentBackPaise) }),
  };
};

const listRows = ({ toPack, toAnswer, comingBack, lowStock, trouble }: Today): string[][] => {
  const toRow = (kind: string) => (finding: Finding & { isOverdue?: boolean }) => [
    finding.isOverdue ? `${kind}, overdue` : kind,
    finding.about,
    finding.what,
    finding.remedy,
  ];
  return [
    ...trouble.map(toRow("trouble")),
    ...toAnswer.map(toRow("answer")),
    ...toPack.map(toRow("pack")),
    ...comingBack.map(toRow("back")),
    ...lowStock.map(toRow("low")),
  ];
};
