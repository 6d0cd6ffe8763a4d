import type { IncomingMessage, ServerResponse } from "node:http";
import { writeBusyPage, isPageRequest } from "../pages/plain-page.ts";
import { createBusyRefusal, writeRefusal } from "../http/envelope.ts";

/** The maximum numbers of requests in progress. A further request is refused. */
interface Capacity {
  /** Maximum number of pages rendered at once. */
  pages: number;
  /** The number of requests in progress, orders included, from which a further page or call is refused. */
  calls: number;
  /**
   * Replaces `calls` once the oldest request has waited for `longestWaitMs`, because a slow machine serves fewer
   * requests in time. It is larger than the number of password checks that may be queued, so that a flood of logins
   * does not exclude everyone else.
   */
  callsWhenSlow: number;
  longestWaitMs: number;
  /**
   * The number of requests in progress, orders included, from which an order or payment is refused. It is the highest
   * limit, so orders and payments are refused last.
   */
  orders: number;
}

/** The load that is served within a second or two. A higher limit would only make everyone wait longer. */
const CAPACITY: Capacity = { pages: 60, calls: 400, callsWhenSlow: 150, longestWaitMs: 1_000, orders: 600 };

/** The refusal is created only once, because thousands of requests may be refused in a second. */
const REFUSAL = createBusyRefusal(3_000);

interface Admission {
  /**
   * Returns true if a request may be processed. Otherwise answers it with 503 and Retry-After, before the framework
   * runs.
   */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Limits the requests in progress. Under overload, as many as possible are served, and the rest is refused at once
 * (security §11, T36). A request counts only after its last byte has arrived, so slow senders take no place.
 */
export function createAdmission(
  capacity: Capacity = CAPACITY,
  { shareToRefuse } = createSaturation(),
): Admission {
  const inProgress: ActiveRequests = { begun: new Set(), pages: 0, orders: 0 };
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

interface ActiveRequests {
  /**
   * Start times of the requests in progress, earliest first. Orders may wait for a payment provider, so they do not
   * count.
   */
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
 * Returns the kind of a request; null if it is never limited: the health check and files, which cost hardly any
 * processor time.
 */
function getKind(url: string): Kind | null {
  if (isAlive(url) || /^\/(pictures|videos|uploads|assets)\//.test(url)) return null;
  if (isOrdering(url)) return "order";
  return /^\/(api|addresses|socket\.io|readyz)(\/|\?|$)/.test(url) ? "call" : "page";
}

/**
 * True for the health check. It always succeeds while the process is running. `/readyz` may be refused, so that a load
 * balancer uses another process.
 */
const isAlive = (url: string): boolean => /^\/healthz(\?|$)/.test(url);

/** True for an order, its payment, the provider's webhooks, and the sign-in that they need. */
const isOrdering = (url: string): boolean =>
  /^\/(api\/(orders|payments|auth\/refresh)|pay)(\/|-|\?|$)/.test(url);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** Keeps the event loop responsive. Computes the share of requests to refuse, so that the rest is served in time. */
interface Saturation {
  /** Returns a number from 0 (the process keeps up) to 1. Call it once for each request. */
  shareToRefuse(): number;
}

/** Maximum length in ms of an event-loop turn with more than `REQUESTS_OF_A_QUEUE` requests. Longer means overload. */
const TOO_LONG_MS = 50;
const REQUESTS_OF_A_QUEUE = 64;
/**
 * The limit that replaces `TOO_LONG_MS` while requests are being refused. It is shorter, so that no queue builds up
 * again.
 */
const STILL_TOO_LONG_MS = 15;
/** During a long turn, the share of refused requests grows by `STEP_UP` every `STEP_MS`. */
const STEP_MS = 10;
const STEP_UP = 0.05;
/**
 * The amount by which the share falls each second: `DOWN_A_SECOND` during short turns, `DOWN_AT_REST` while the process
 * is idle.
 */
const DOWN_A_SECOND = 0.5;
const DOWN_AT_REST = 2;
const MAX_REFUSED = 0.9;

/**
 * Creates the measurement of overload. It measures the current turn, not the delay of a timer: with a thousand ready
 * sockets, Node reads for seconds before any timer runs.
 */
export function createSaturation(now = () => performance.now()): Saturation {
  let [share, requests, beganAt, endedAt, raisedAt] = [0, 0, 0, now(), 0];

  /** Lowers the share after `ms` milliseconds in which the process kept up. */
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
