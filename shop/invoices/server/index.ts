// The public API of the feature: documents and sums for mails, the check of the number series for backups, and the
// sales of a day.
export { drawPaperForMail } from "./papers/find-invoices.ts";
export { listTotals } from "./papers/invoice.ts";
export { calculateSaleFacts } from "./tax-facts.ts";
export { type Sales, sumSales } from "./reports.ts";
