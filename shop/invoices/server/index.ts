// The public API: papers for mails, the audit of the numbers for a backup, and a day's sales.
export { auditInvoices } from "./audit-invoices.ts";
export { drawPaperForMail } from "./papers/paper-for-mail.ts";
export { type Sales, sumSales } from "./sum-sales.ts";
