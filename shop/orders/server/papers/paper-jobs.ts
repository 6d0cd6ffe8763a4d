import type { Invoice } from "../../invoice.ts";

/** A paper to be drawn: what it says, and when it was given. */
export interface PaperJob {
  kind: "invoice";
  content: Invoice;
  date: Date;
}
