import { IdleProcess } from "#platform/processes/idle-process.ts";
import { getThreadFile } from "#platform/storage/package-files.ts";
import type { ShopBranding } from "#shop/brand/server/index.ts";
import type { Challan } from "./challan.ts";
import type { Invoice } from "./invoice.ts";
import type { AddressLabel, GiftCard, PackingSlip } from "./packing-papers.ts";

/** The `nice` value of the process, so that requests of visitors get the CPU first. */
const NICENESS = 10;

const paperProcess = new IdleProcess(
  "paper process",
  getThreadFile("paper-process", import.meta.url),
  NICENESS,
);

export const drawPaper = async (job: PaperJob): Promise<Buffer> =>
  Buffer.from((await paperProcess.ask(job)) as Uint8Array);

export const findMissingLetters = async (texts: readonly string[]): Promise<string[]> =>
  (await paperProcess.ask({ kind: "letters", texts } satisfies LettersJob)) as string[];

export interface LettersJob {
  kind: "letters";
  texts: readonly string[];
}

export type PaperJob = { date: Date; face?: ShopBranding } & (
  | { kind: "invoice"; content: Invoice }
  | { kind: "challan"; content: Challan }
  | { kind: "slips"; content: readonly PackingSlip[] }
  | { kind: "cards"; content: readonly GiftCard[] }
  | { kind: "labels"; content: readonly AddressLabel[] }
  | { kind: "parcels"; content: readonly { slip: PackingSlip; label: AddressLabel }[] }
);
