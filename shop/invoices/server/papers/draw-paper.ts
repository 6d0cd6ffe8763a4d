import { IdleProcess } from "#platform/processes/idle-process.ts";
import { getThreadFile } from "#platform/storage/package-files.ts";
import type { Invoice } from "./invoice.ts";
import type { AddressLabel, GiftCard, PackingSlip } from "./packing-papers.ts";

/** Below everything that someone waits for with a page open. */
const NICENESS = 10;

const paperProcess = new IdleProcess(
  "paper process",
  getThreadFile("paper-process", import.meta.url),
  NICENESS,
);

/** A paper as a PDF file. Papers are drawn in a process of their own: fonts and libraries are there only as long. */
export const drawPaper = async (job: PaperJob): Promise<Buffer> =>
  Buffer.from((await paperProcess.ask(job)) as Uint8Array);

/** A file of papers to be drawn: what they say, and when they were given. */
export type PaperJob = { date: Date } & (
  | { kind: "invoice"; content: Invoice }
  | { kind: "slips"; content: readonly PackingSlip[] }
  | { kind: "cards"; content: readonly GiftCard[] }
  | { kind: "labels"; content: readonly AddressLabel[] }
);
