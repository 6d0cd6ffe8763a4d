import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import * as v from "valibot";
import type { Razorpay as RazorpayAccount } from "#platform/razorpay-settings.ts";
import { createBreaker } from "./breaker.ts";
import { TIMEOUT_MS, type Sdk, restrictSdk } from "./restrict-sdk.ts";
import { isOutage, Outage, toProviderUnavailable } from "./provider-error.ts";

const BEFORE_ASKING_AGAIN_MS = 250;

type Work = (sdk: Sdk) => Promise<unknown>;

export interface RazorpayClient {
  /** Asks what changes nothing; once more after a hiccup. @throws ProviderUnavailable */
  read<T>(schema: v.GenericSchema<unknown, T>, work: Work): Promise<T>;
  /** Asks for a change, once: whether it came through must be found out before it is asked again. @throws ProviderUnavailable */
  write<T>(schema: v.GenericSchema<unknown, T>, work: Work): Promise<T>;
  /** All the asking inside shares one deadline and counts as one success or failure. */
  within<T>(work: () => Promise<T>): Promise<T>;
  /** How far Razorpay's clock was ahead of this machine's at its latest answer, in milliseconds; null before. */
  getClockAhead(): number | null;
}

/**
 * Razorpay's SDK with what it leaves out: a deadline, no redirects, no endless answers, no proxy, an idempotency
 * key for refunds, answers that are read before they are believed, and errors that say what happened.
 */
export function openRazorpay(
  account: RazorpayAccount,
  now: () => Date,
  timeoutMs: number = TIMEOUT_MS,
): RazorpayClient {
  const deadline = new AsyncLocalStorage<AbortSignal>();
  let opened: Promise<Sdk> | null = null;
  let clockAhead: number | null = null;
  const getSignal = () => deadline.getStore() ?? AbortSignal.timeout(timeoutMs);
  const noteDate = (date: Date) => void (clockAhead = date.getTime() - Date.now());
  const breaker = createBreaker(now);

  const ask = async <T>(schema: v.GenericSchema<unknown, T>, work: Work): Promise<T> => {
    const sdk = await (opened ??= openSdk(account, getSignal, noteDate));
    const answer = await work(sdk).catch((cause: unknown) => {
      throw toProviderUnavailable(cause);
    });
    const read = v.safeParse(schema, answer);
    if (!read.success) throw new Outage("its answer makes no sense");
    return read.output;
  };
  return {
    write: ask,
    async read(schema, work) {
      try {
        return await ask(schema, work);
      } catch (cause) {
        if (!isOutage(cause) || deadline.getStore()?.aborted) throw cause;
        await pause(BEFORE_ASKING_AGAIN_MS);
        return ask(schema, work);
      }
    },
    getClockAhead: () => clockAhead,
    within: (work) => breaker.run(() => deadline.run(AbortSignal.timeout(timeoutMs), work), isOutage),
  };
}

async function openSdk(
  { keyId, keySecret, apiUrl }: RazorpayAccount,
  getSignal: () => AbortSignal,
  onDate: (date: Date) => void,
): Promise<Sdk> {
  const { default: Razorpay } = await import("razorpay");
  const sdk = new Razorpay({ key_id: keyId, key_secret: keySecret });
  restrictSdk(sdk, apiUrl, getSignal, onDate);
  return sdk;
}
