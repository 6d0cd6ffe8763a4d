import type { IncomingMessage, ServerResponse } from "node:http";
import { writeBusyPage, isPageRequest } from "../pages/plain-page.ts";
import { createBusyRefusal, writeRefusal } from "../http/envelope.ts";

/** Maximum number of requests in progress when another request arrives. */
interface Capacity {
  /** Maximum number of pages rendered at once. */
  pages: number;
  /** Maximum number of pages and calls together, for another page or call. */
  calls: number;
  /**
   * The limit once the first of them has waited for `longestWaitMs`: a slow machine serves fewer in time. It is above
   * the number of queued password checks, so that a flood of logins does not exclude everyone else.
   */
  callsWhenSlow: number;
  longestWaitMs: number;
  /** Maximum number of all requests together, for visitors who order or pay: they are refused last. */
  orders: number;
}

/** The load that can be served within a second or two; more would only make everyone wait longer. */
const CAPACITY: Capacity = { pages: 60, calls: 400, callsWhenSlow: 150, longestWaitMs: 1_000, orders: 600 };

/** Created once, because thousands of requests may be refused in a second. */
const REFUSAL = createBusyRefusal(3_000);

interface Admission {
  /** Admits a request, or answers it with 503 and Retry-After before the framework runs, and then returns false. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Limits the requests in progress, so that under overload as many as possible are served and the rest is refused at
 * once (security §11, T36). A request counts from its last byte, so slow senders take no place.
 */
export function createAdmission(
  capacity: Capacity = CAPACITY,
  { shareToRefuse } = createSaturation(),
): Admission {
  const inProgress: UnderWay = { begun: new Set(), pages: 0, orders: 0 };
  return {
    admit(request, response) {
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

interface UnderWay {
  /**
   * Start times of the requests in progress, earliest first. Orders may wait for a payment provider, so they do not
   * count.
   */
  begun: Set<{ at: number }>;
  pages: number;
  orders: number;
}

function isFull(kind: Kind, inProgress: UnderWay, capacity: Capacity, shareToRefuse: () => number): boolean {
  const { begun, pages, orders } = inProgress;
  const total = begun.size + orders;
  if (kind === "order") return total >= capacity.orders;
  if (Math.random() < shareToRefuse()) return true;
  if (total >= capacity.calls || (kind === "page" && pages >= capacity.pages)) return true;
  const [first] = begun;
  const isSlow = first !== undefined && performance.now() - first.at > capacity.longestWaitMs;
  return isSlow && begun.size >= capacity.callsWhenSlow;
}

function count(kind: Kind, inProgress: UnderWay, response: ServerResponse): void {
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
 * Returns null for requests that are never limited: the health check and files, which cost hardly any processor time.
 */
function getKind(url: string): Kind | null {
  if (isAlive(url) || /^\/(pictures|videos|uploads|assets)\//.test(url)) return null;
  if (isOrdering(url)) return "order";
  return /^\/(api|addresses|socket\.io|readyz)(\/|\?|$)/.test(url) ? "call" : "page";
}

/**
 * The health check: the process is running, however busy. `/readyz` is refused, so that a load balancer uses another
 * process.
 */
const isAlive = (url: string): boolean => /^\/healthz(\?|$)/.test(url);

/** An order, its payment and the provider's webhooks, and the sign-in that they need. */
const isOrdering = (url: string): boolean =>
  /^\/(api\/(orders|payments|auth\/refresh)|pay)(\/|-|\?|$)/.test(url);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Keeps the event loop responsive: computes the share of requests to refuse so that the rest is served in time. */
interface Saturation {
  /** Returns a number from 0 (the process keeps up) to 1. Call it once for each request. */
  shareToRefuse(): number;
}

/** A longer turn of the event loop, with several requests, means overload. */
const TOO_LONG_MS = 50;
const REQUESTS_OF_A_QUEUE = 64;
/** Maximum length of a turn after a long one, in ms, so that no queue builds up again. */
const STILL_TOO_LONG_MS = 15;
/** The minimum time between two increases of the share of rejected requests during a long turn, and the size of an increase. */
const STEP_MS = 10;
const STEP_UP = 0.05;
/** The amount by which the share falls in a second of short turns, and in an idle second. */
const DOWN_A_SECOND = 0.5;
const DOWN_AT_REST = 2;
const MAX_REFUSED = 0.9;

/**
 * Measures the current turn instead of the delay of timers: with a thousand ready sockets, Node reads for seconds
 * before any timer, so a timer would be too late.
 */
export function createSaturation(now = () => performance.now()): Saturation {
  let [share, requests, beganAt, endedAt, raisedAt] = [0, 0, 0, now(), 0];

  /** Lowers the share for the time in which the process kept up. */
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
    shareToRefuse() {
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
