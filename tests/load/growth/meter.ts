import type { Shop } from "../../support/shop.ts";
import { createOperatorAddress } from "#platform/operator/operator-address.ts";
import { sendCommand } from "../../../server/cli/send-command.ts";
import { readProcessorTime } from "../bench/processor-time.ts";
import { fetchRaw } from "../bench/fetch-raw.ts";
import type { Figure, ScenarioRun } from "../scenario.ts";

/** Measures what things cost the shop and its PostgreSQL, in ms of processor time, at one size after the other. */
export interface Meter {
  /** `of` is the number in the first place of what follows, e.g. `10,000 products`. */
  beginStage(of: string): void;
  /** Does something some times and notes what one time cost. */
  measure(what: string, times: number, act: (time: number) => Promise<unknown>): Promise<void>;
  /** Does something before it is measured. */
  warmUp(times: number, act: (time: number) => Promise<unknown>): Promise<void>;
  /** Notes a time that was measured elsewhere, and judges it. */
  noteTime(what: string, ms: number): void;
  /** Notes a figure that is not a time; it is not judged unless told so. */
  note(what: string, value: number, unit: string, atMost?: number): void;
  figures(): Figure[];
}

/** As the issue asks: within twice the small figure; what is below this many ms counts as this. */
const TIMES = 2;
const LEAST_MS = 1;

export function createMeter({ engine, postgres, say }: ScenarioRun, shop: Shop): Meter {
  const first = new Map<string, number>();
  const figures: Figure[] = [];
  let stage = "";
  const readTime = () =>
    readProcessorTime(shop.pid()) + (engine === "server" && postgres ? readProcessorTime(postgres.pid()) : 0);
  const judge = (what: string, ms: number) => {
    const value = Number(ms.toFixed(2));
    const small = first.get(what);
    if (small === undefined) first.set(what, Math.max(value, LEAST_MS));
    const limit = small === undefined ? {} : { atMost: Number((small * TIMES).toFixed(2)) };
    figures.push({ what: `${what}, ${stage}`, value, unit: "ms", ...limit });
  };
  return {
    noteTime: judge,
    async warmUp(times, act) {
      for (let time = 0; time < times; time++) await act(time);
    },
    beginStage(of) {
      stage = of;
      say(of);
    },
    async measure(what, times, act) {
      const [before, began] = [readTime(), performance.now()];
      for (let time = 0; time < times; time++) await act(time);
      const value = (readTime() - before) / times;
      const ms = (performance.now() - began) / times;
      say(`  ${what}: ${value.toFixed(2)} ms of processor time, ${ms.toFixed(1)} ms until it was there`);
      judge(what, value);
    },
    note(what, value, unit, atMost) {
      say(`  ${what}: ${Math.round(value)} ${unit}`);
      figures.push({
        what: `${what}, ${stage}`,
        value: Math.round(value),
        unit,
        ...(atMost !== undefined && { atMost }),
      });
    },
    figures: () => figures,
  };
}

/** Asks and reads the whole answer. @throws when it is refused */
export async function ask(url: string): Promise<number> {
  const { body } = await fetchRaw(url);
  return body.length;
}

/** Has the open shop run a command, as the command line does, without a process for it. */
export async function command(
  shop: Shop,
  [noun, verb]: readonly [noun: string, verb: string],
  { args = {}, options = {} }: { args?: Record<string, string>; options?: Record<string, string> } = {},
): Promise<unknown> {
  const typed = { noun, verb, args, options, folder: shop.dataDir, osUser: "bench", confirmed: true };
  const reply = await sendCommand(createOperatorAddress(shop.dataDir), typed, () => {});
  if (reply.outcome !== "done") throw new Error(`${noun} ${verb}: ${JSON.stringify(reply).slice(0, 300)}`);
  return reply.result;
}
