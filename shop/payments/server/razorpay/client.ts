import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import Razorpay from "razorpay";
import * as v from "valibot";
import { SECOND } from "#contract/time.ts";
import type { Razorpay as RazorpayAccount } from "#platform/razorpay-settings.ts";
import { ProviderUnavailable } from "../provider.ts";
import { createBreaker } from "./breaker.ts";

/** For everything that one question takes, its repetition included. */
const PATIENCE_MS = 8 * SECOND;
const BEFORE_ASKING_AGAIN_MS = 250;
const LONGEST_ANSWER_BYTES = 1024 * 1024;

/** Razorpay understood and said no; asked the same, it would say no again. `words` are for the operator. */
export class RazorpayRefused extends ProviderUnavailable {
  readonly words: string;

  constructor(words: string) {
    super(`Razorpay refused: ${words}`);
    this.words = words;
  }
}

type Sdk = InstanceType<typeof Razorpay>;
type Work = (sdk: Sdk) => Promise<unknown>;

export interface RazorpayClient {
  /** Asks what changes nothing; once more after a hiccup. @throws ProviderUnavailable */
  read<T>(schema: v.GenericSchema<unknown, T>, work: Work): Promise<T>;
  /** Asks for a change, once: whether it came through must be found out before it is asked again. @throws ProviderUnavailable */
  write<T>(schema: v.GenericSchema<unknown, T>, work: Work): Promise<T>;
  /** All the asking inside shares one deadline and counts as one success or failure. */
  within<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Razorpay's SDK with what it leaves out: a deadline, no redirects, no endless answers, no proxy, an idempotency
 * key for refunds, answers that are read before they are believed, and errors that say what happened.
 */
export function openRazorpay(
  { keyId, keySecret, apiUrl }: RazorpayAccount,
  now: () => Date,
  patienceMs: number = PATIENCE_MS,
): RazorpayClient {
  const sdk = new Razorpay({ key_id: keyId, key_secret: keySecret });
  const deadline = new AsyncLocalStorage<AbortSignal>();
  tame(sdk, apiUrl, () => deadline.getStore() ?? AbortSignal.timeout(patienceMs));
  const breaker = createBreaker(now);

  const ask = async <T>(schema: v.GenericSchema<unknown, T>, work: Work): Promise<T> => {
    const answer = await work(sdk).catch((cause: unknown) => {
      throw understood(cause);
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
    within: (work) => breaker.run(() => deadline.run(AbortSignal.timeout(patienceMs), work), isOutage),
  };
}

/** Not even an answer, or one that is none. */
class Outage extends ProviderUnavailable {
  constructor(words: string) {
    super(`Razorpay cannot be asked: ${words}`);
  }
}

const isOutage = (cause: unknown) => cause instanceof Outage;

/** What the SDK throws: the status and the body's `error`, or a TypeError where it expected a body. */
function understood(thrown: unknown): ProviderUnavailable {
  const { statusCode, error } = v.parse(thrownSchema, thrown);
  if (statusCode === BAD_REQUEST && error !== undefined) return new RazorpayRefused(error.description);
  const words = [statusCode > 0 && `HTTP ${statusCode}`, error?.description].filter(Boolean).join(", ");
  // A wrong key is no outage: waiting does not cure it.
  return statusCode === 401 || statusCode === 403
    ? new ProviderUnavailable(`Razorpay does not accept the keys of this shop (${words}).`)
    : new Outage(words || "no answer");
}

const BAD_REQUEST = 400;
const thrownSchema = v.fallback(
  v.object({
    statusCode: v.number(),
    error: v.fallback(
      v.optional(
        v.object({
          description: v.pipe(
            v.string(),
            v.transform((words) => words.slice(0, 200)),
          ),
        }),
      ),
      undefined,
    ),
  }),
  { statusCode: 0, error: undefined },
);

/** The SDK keeps its axios to itself, and offers no setting for any of this. */
function tame(sdk: Sdk, apiUrl: string, deadline: () => AbortSignal): void {
  const { rq } = sdk.api as unknown as { rq: Requests };
  Object.assign(rq.defaults, {
    baseURL: apiUrl,
    maxRedirects: 0,
    maxContentLength: LONGEST_ANSWER_BYTES,
    proxy: false,
  });
  rq.interceptors.request.use((request) => {
    request.signal = deadline();
    // Asked twice with the same key, Razorpay gives back once.
    if (request.url?.endsWith("/refund") && request.data?.receipt)
      request.headers.set("X-Refund-Idempotency", request.data.receipt.replaceAll(/[^\w-]/g, "_"));
    return request;
  });
  // Without an answer the SDK trips over its own feet, and the reason is lost.
  rq.interceptors.response.use(undefined, (failure: Failure) => {
    failure.response ??= { status: 0, data: { error: { description: failure.message } } };
    throw failure;
  });
}

/** What of axios is used here. */
interface Requests {
  defaults: object;
  interceptors: {
    request: { use(before: (request: Request) => Request): void };
    response: { use(after: undefined, failed: (failure: Failure) => never): void };
  };
}
interface Request {
  url?: string;
  data?: { receipt?: string };
  headers: { set(name: string, value: string): void };
  signal?: AbortSignal;
}
interface Failure extends Error {
  response?: { status: number; data: unknown };
}
