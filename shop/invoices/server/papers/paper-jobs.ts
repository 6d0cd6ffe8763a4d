import type { Invoice } from "../../invoice.ts";
import type { AddressLabel, PackingSlip } from "../../packing-papers.ts";

/** A file of papers to be drawn: what they say, and when they were given. */
export type PaperJob = { date: Date } & (
  | { kind: "invoice"; content: Invoice }
  | { kind: "slips"; content: readonly PackingSlip[] }
  | { kind: "labels"; content: readonly AddressLabel[] }
);
