// The public API of this feature: documents and totals for mails, the check of number series for backups, and daily
// sales.
export { drawPaperForMail } from "./papers/find-invoices.ts";
export { listTotals } from "./papers/invoice.ts";
export { calculateSaleFacts } from "./tax-facts.ts";
export { type Sales, sumSales } from "./reports.ts";
