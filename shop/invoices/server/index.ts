// The public API: papers for mails, the audit of the numbers for a backup, and a day's sales.
export { listSeriesErrors } from "./invoice-commands.ts";
export { drawPaperForMail } from "./papers/find-invoices.ts";
export { type Sales, sumSales } from "./reports.ts";
