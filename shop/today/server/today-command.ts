import type { ReturnedData } from "#contract/command-data.ts";
import { formatCount } from "#contract/text.ts";
import { formatRupeesGrouped } from "#contract/money.ts";
import { findLastBackup } from "#platform/checks/backups.ts";
import type { Context } from "#platform/context.ts";
import { defineCommand } from "#platform/operator/command.ts";
import { toFacts } from "#platform/operator/result-table.ts";
import type { Finding } from "#platform/checks/finding.ts";
import { DEFAULT_NAME } from "#shop/brand/brand.ts";
import { countOwnProducts } from "#shop/catalogue/server/index.ts";
import { listOrders } from "#shop/orders/server/index.ts";
import { findSamples } from "#shop/seller/seller.ts";
import { findSeller } from "#shop/seller/server/index.ts";
import { todayData } from "../command-results.ts";
import { findToday, type Today } from "./find-today.ts";

type FirstStep = ReturnedData<typeof todayData>["firstSteps"][number];

const ENOUGH_PRODUCTS = 5;

const neededFacts = [
  "legalName",
  "address",
  "state",
  "gstin",
  "grievanceOfficer",
  "jurisdictionCity",
] as const;

export async function listFirstSteps(context: Context): Promise<FirstStep[]> {
  const { razorpay, smtpUrl } = context.config;
  const seller = findSeller(context);
  const isWhole =
    seller !== null && findSamples(seller).length === 0 && neededFacts.every((name) => seller[name]);
  const isNamed = seller !== null && (seller.tradeName !== DEFAULT_NAME || isWhole);
  const { own, samples } = await countOwnProducts(context);
  const missing = ENOUGH_PRODUCTS - own;
  const backup = await findLastBackup(context);
  const steps: FirstStep[] = [
    {
      name: "name",
      isDone: isNamed,
      what: isNamed
        ? `The shop is called ${seller.tradeName}.`
        : "Enter the name of the shop and choose its colours and logo.",
    },
    {
      name: "seller",
      isDone: isWhole,
      what: isWhole
        ? "The seller details are complete."
        : "Replace the sample seller details: legal name, GSTIN, address, phone and e-mail.",
    },
    {
      name: "products",
      isDone: missing <= 0 && samples === 0,
      what: describeProducts(missing, samples),
    },
    {
      name: "order",
      isDone: (await listOrders(context.db, { most: 1 })).length > 0,
      what: "Place a test order in the shop, pay for it and cancel it.",
    },
    {
      name: "payments",
      isDone: razorpay !== null && !razorpay.testMode,
      what:
        razorpay?.testMode === true
          ? "Set the live keys of Razorpay. With test keys you receive no money."
          : "Set the keys of Razorpay, so that customers can pay.",
    },
    {
      name: "mail",
      isDone: smtpUrl !== undefined,
      what: "Set a mail server, so that customers get their e-mails.",
    },
    { name: "backup", isDone: backup !== null, what: "Make a backup and keep a copy elsewhere." },
  ];
  return steps.every(({ isDone }) => isDone) ? [] : steps;
}

function describeProducts(missing: number, samples: number): string {
  if (missing > 0)
    return `Add at least five products of your own. ${missing} ${missing === 1 ? "is" : "are"} still missing${samples > 0 ? ", because the samples do not count" : ""}.`;
  return samples === 0
    ? "The shop has at least five products of your own."
    : `Hide ${samples === 1 ? "the sample" : `the ${samples} samples`}, because customers can order what the shop shows.`;
}

export const todayCommand = defineCommand({
  ...todayData,
  summary:
    "Shows today's tasks (orders to pack, customers to answer, low stock, problems) and yesterday's sales.",
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
      message: rows.length === 0 ? "There is nothing to do." : "",
      data: today,
    };
  },
});

export const listTodayFacts = (today: Today) => {
  const { toPack, toAnswer, comingBack, lowStock, trouble, yesterday } = today;
  const overdue = [...toPack, ...toAnswer].filter(({ isOverdue }) => isOverdue);
  return toFacts({
    "To pack": formatCount(toPack.length, "order"),
    "To answer": formatCount(toAnswer.length, "customer"),
    "Coming back": comingBack.length > 0 && formatCount(comingBack.length, "return"),
    Overdue: overdue.length,
    "Low in stock": formatCount(lowStock.length, "product"),
    Problems: trouble.length === 0 ? "none" : String(trouble.length),
    "Sold yesterday": `${formatRupeesGrouped(yesterday.soldPaise)}, ${formatCount(yesterday.orders, "order")}`,
    "Refunded yesterday": yesterday.refundedPaise > 0 && formatRupeesGrouped(yesterday.refundedPaise),
  });
};

const listRows = ({ toPack, toAnswer, comingBack, lowStock, trouble }: Today): string[][] => {
  const toRow = (kind: string) => (finding: Finding & { isOverdue?: boolean }) => [
    finding.isOverdue ? `${kind}, overdue` : kind,
    finding.about,
    finding.what,
    finding.remedy,
  ];
  return [
    ...trouble.map(toRow("problem")),
    ...toAnswer.map(toRow("answer")),
    ...toPack.map(toRow("pack")),
    ...comingBack.map(toRow("back")),
    ...lowStock.map(toRow("low")),
  ];
};
