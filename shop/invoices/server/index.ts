export { drawPaperForMail } from "./papers/find-invoices.ts";
export { listTotals } from "./papers/invoice.ts";
export { calculateSaleFacts } from "./tax-facts.ts";
export { sumSales } from "./sum-sales.ts";
