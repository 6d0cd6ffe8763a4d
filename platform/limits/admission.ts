import type { IncomingMessage, ServerResponse } from "node:http";
import { writeBusyPage, isPageRequest } from "../pages/plain-page.ts";
import { createBusyRefusal, writeRefusal } from "../http/envelope.ts";

interface Capacity {
  pages: number;
  /** Pages and calls are refused if this many requests, including orders, are in progress. */
  calls: number;
  /**
   * While a page or call takes longer than `longestWaitMs`, pages and calls are refused if this many are in progress,
   * not counting orders. Must exceed the maximum length of the queue for password checks, so that many logins do not
   * block other requests.
   */
  callsWhenSlow: number;
  longestWaitMs: number;
  /** Orders and payments are refused only if this many requests of all kinds are in progress. */
  orders: number;
}

/** The load that a machine serves within a second or two. */
const CAPACITY: Capacity = { pages: 60, calls: 400, callsWhenSlow: 150, longestWaitMs: 1_000, orders: 600 };

/** All refused requests share this object, because there may be thousands in a second. */
const REFUSAL = createBusyRefusal(3_000);

/** Refuses requests under overload (security §11, T36). Slow senders do not count until their last byte arrives. */
export function createAdmission(capacity: Capacity = CAPACITY, { shareToRefuse } = createSaturation()) {
  const inProgress: ActiveRequests = { begun: new Set(), pages: 0, orders: 0 };
  return {
    admit(request: IncomingMessage, response: ServerResponse): boolean {
      const kind = getKind(request.url ?? "");
      if (kind === null) return true;
      if (isFull(kind, inProgress, capacity, shareToRefuse)) {
        if (isPageRequest(request)) writeBusyPage(response, REFUSAL);
        else writeRefusal(response, REFUSAL);
        return false;
      }
      if (hasBody(request))
        request.once("end", () => !response.destroyed && count(kind, inProgress, response));
      else count(kind, inProgress, response);
      return true;
    },
  };
}

interface ActiveRequests {
  /** The start times of active requests, earliest first. Orders are left out: they may wait for a payment provider. */
  begun: Set<{ at: number }>;
  pages: number;
  orders: number;
}

function isFull(
  kind: Kind,
  inProgress: ActiveRequests,
  capacity: Capacity,
  shareToRefuse: () => number,
): boolean {
  const { begun, pages, orders } = inProgress;
  const total = begun.size + orders;
  if (kind === "order") return total >= capacity.orders;
  if (Math.random() < shareToRefuse()) return true;
  if (total >= capacity.calls || (kind === "page" && pages >= capacity.pages)) return true;
  const [first] = begun;
  const isSlow = first !== undefined && performance.now() - first.at > capacity.longestWaitMs;
  return isSlow && begun.size >= capacity.callsWhenSlow;
}

function count(kind: Kind, inProgress: ActiveRequests, response: ServerResponse): void {
  const request = { at: performance.now() };
  if (kind === "order") inProgress.orders++;
  else inProgress.begun.add(request);
  if (kind === "page") inProgress.pages++;
  response.once("close", () => {
    if (kind === "order") inProgress.orders--;
    inProgress.begun.delete(request);
    if (kind === "page") inProgress.pages--;
  });
}

type Kind = "page" | "call" | "order";

/**
 * Returns null for media files, assets and `/healthz`, which are never refused. `/readyz` can be refused: a load
 * balancer then uses another process.
 */
function getKind(url: string): Kind | null {
  if (/^\/(healthz(\?|$)|(pictures|videos|uploads|assets)\/)/.test(url)) return null;
  if (/^\/(api\/(orders|payments|auth\/refresh)|pay)(\/|-|\?|$)/.test(url)) return "order";
  return /^\/(api|addresses|socket\.io|readyz)(\/|\?|$)/.test(url) ? "call" : "page";
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * A process is overloaded if one iteration of its event loop has taken longer than this and has more than
 * `REQUESTS_OF_A_QUEUE` requests.
 */
const TOO_LONG_MS = 50;
const REQUESTS_OF_A_QUEUE = 64;
/** Replaces `TOO_LONG_MS` while requests are being refused, so that no new queue builds up. */
const STILL_TOO_LONG_MS = 15;
/** While an event loop iteration takes too long, the share of requests to refuse grows by `STEP_UP` every `STEP_MS`. */
const STEP_MS = 10;
const STEP_UP = 0.05;
/**
 * The share of requests to refuse falls by `DOWN_A_SECOND` in each second whose event loop iterations are short, and by
 * `DOWN_AT_REST` in each second without requests.
 */
const DOWN_A_SECOND = 0.5;
const DOWN_AT_REST = 2;
const MAX_REFUSED = 0.9;

/** Measures the current iteration of the event loop, because under overload a timer would run seconds too late. */
export function createSaturation(now = () => performance.now()) {
  let [share, requests, beganAt, endedAt, raisedAt] = [0, 0, 0, now(), 0];

  const lower = (ms: number, aSecond: number) => {
    share = Math.max(0, share - (aSecond * ms) / 1_000);
  };

  const beginTurn = (time: number) => {
    lower(time - endedAt, DOWN_AT_REST);
    beganAt = raisedAt = time;
    setImmediate(() => {
      requests = 0;
      endedAt = now();
      if (endedAt - beganAt < STILL_TOO_LONG_MS) lower(endedAt - beganAt, DOWN_A_SECOND);
    });
  };

  const isTooLong = (ms: number) =>
    share > 0 ? ms > STILL_TOO_LONG_MS : ms > TOO_LONG_MS && requests > REQUESTS_OF_A_QUEUE;

  return {
    shareToRefuse(): number {
      const time = now();
      if (requests++ === 0) beginTurn(time);
      else if (isTooLong(time - beganAt) && time - raisedAt >= STEP_MS) {
        raisedAt = time;
        share = Math.min(MAX_REFUSED, share + STEP_UP);
      }
      return share;
    },
  };
}
