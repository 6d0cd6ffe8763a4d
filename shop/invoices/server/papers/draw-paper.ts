import { IdleProcess } from "#platform/processes/idle-process.ts";
import { getThreadFile } from "#platform/storage/package-files.ts";
import type { ShopBranding } from "#shop/brand/server/index.ts";
import type { Challan } from "./challan.ts";
import type { Invoice } from "./invoice.ts";
import type { AddressLabel, GiftCard, PackingSlip } from "./packing-papers.ts";

/**
 * The low priority lets visitors' requests use the processor first. V8 does not optimize the compiler's
 * WebAssembly, because that takes longer than it saves. Unoptimized, the first document takes 1.7 seconds of
 * processor time instead of 2.4, and the next 60 together take 0.8 instead of 2.3.
 */
const paperProcess = new IdleProcess("paper process", getThreadFile("paper-process", import.meta.url), {
  niceness: 10,
  execArgv: ["--liftoff-only"],
});

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
