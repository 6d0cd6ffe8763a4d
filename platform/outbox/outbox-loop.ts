import { createSignal } from "./signal.ts";
import type { Context } from "../context.ts";
import type { DeliveryLanes } from "./delivery-lanes.ts";
import { type Parts, prune } from "./outbox-rows.ts";
import { createLocalDeliveries } from "./local-deliveries.ts";

interface Running {
  lanes: DeliveryLanes;
  own: ReturnType<typeof createLocalDeliveries>;
  wakeSignal: ReturnType<typeof createSignal>;
  stopping: AbortSignal;
}

/** Looks for what is due, now and again, until the shop closes. */
export async function run(context: Context, { db, log, now }: Parts, running: Running): Promise<void> {
  const { lanes, own, wakeSignal, stopping } = running;
  let pruneAt = 0;
  const holding = setInterval(() => void lanes.extendLeases(), HOLD_EVERY_MS);
  while (!stopping.aborted) {
    wakeSignal.reset();
    let more = false;
    try {
      await own.recordDone();
      more = await lanes.look(context);
      if (performance.now() >= pruneAt) {
        if (await prune(db, now())) pruneAt = performance.now() + PRUNE_EVERY_MS;
        else more = true;
      }
    } catch (err) {
      log.error({ err }, "outbox: the database does not answer");
    }
    if (!more) await wakeSignal.wait(LOOK_EVERY_MS * (0.8 + 0.4 * Math.random()));
  }
  await Promise.allSettled([lanes.settled(), own.recordDone()]);
  clearInterval(holding);
}

const LOOK_EVERY_MS = 1_000;

const HOLD_EVERY_MS = 5_000;

const PRUNE_EVERY_MS = 60 * 60_000;
