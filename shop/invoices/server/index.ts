// The public API: papers and sums for mails, the audit of the numbers for a backup, and a day's sales.
export { listSeriesErrors } from "./invoice-commands.ts";
export { drawPaperForMail } from "./papers/find-invoices.ts";
export { listTotals } from "./papers/invoice.ts";
export { calculateSaleFacts } from "./tax-facts.ts";
export { type Sales, sumSales } from "./reports.ts";
