import type { IncomingMessage, ServerResponse } from "node:http";
import { writeBusyPage, isPageRequest } from "../pages/plain-page.ts";
import { createBusyRefusal, writeRefusal } from "../http/envelope.ts";

/** Maximum numbers of requests in progress. When a maximum is reached, further requests are refused. */
interface Capacity {
  /** Maximum number of pages rendered at once. */
  pages: number;
  /** The number of requests in progress from which a further page or call is refused. Orders count too. */
  calls: number;
  /**
   * The limit that replaces `calls` after the oldest request has waited for `longestWaitMs`, because a slow machine
   * serves fewer requests in time. It is larger than the maximum length of the queue for password checks, so that a
   * flood of logins does not block other requests.
   */
  callsWhenSlow: number;
  longestWaitMs: number;
  /**
   * The number of requests in progress from which an order or payment is refused. It is the highest limit, so orders
   * and payments are refused last.
   */
  orders: number;
}

/** The load that a machine serves within a second or two. With higher limits, all requests would only wait longer. */
const CAPACITY: Capacity = { pages: 60, calls: 400, callsWhenSlow: 150, longestWaitMs: 1_000, orders: 600 };

/** All refused requests share this object, because there may be thousands of them in a second. */
const REFUSAL = createBusyRefusal(3_000);

interface Admission {
  /**
   * Returns true if a request may be processed. Otherwise answers it with 503 and Retry-After, before the framework
   * runs.
   */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Limits the number of requests in progress. Under overload, the shop serves as many as possible and refuses the rest
 * at once (security §11, T36). A request counts only after its last byte has arrived, so slow senders take no place.
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
   * Start times of the requests in progress, earliest first. Orders are not included, because they may wait for a
   * payment provider.
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
 * Returns the kind of a request. Returns null for the health check and for files, which are never limited because they
 * need hardly any processor time.
 */
function getKind(url: string): Kind | null {
  if (isAlive(url) || /^\/(pictures|videos|uploads|assets)\//.test(url)) return null;
  if (isOrdering(url)) return "order";
  return /^\/(api|addresses|socket\.io|readyz)(\/|\?|$)/.test(url) ? "call" : "page";
}

/**
 * True for the health check, which always succeeds while the process is running. In contrast, `/readyz` may be refused,
 * so that a load balancer uses another process.
 */
const isAlive = (url: string): boolean => /^\/healthz(\?|$)/.test(url);

/** True for an order, its payment, the provider's webhooks, and the sign-in that they need. */
const isOrdering = (url: string): boolean =>
  /^\/(api\/(orders|payments|auth\/refresh)|pay)(\/|-|\?|$)/.test(url);

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * Measures the load of the event loop. Computes the share of requests to refuse, so that the others are served in time.
 */
interface Saturation {
  /** Returns the share of requests to refuse, from 0 (none) to 1. Call it once for each request. */
  shareToRefuse(): number;
}

/**
 * Maximum length in ms of a turn of the event loop with more than `REQUESTS_OF_A_QUEUE` requests. A longer turn means
 * overload.
 */
const TOO_LONG_MS = 50;
const REQUESTS_OF_A_QUEUE = 64;
/**
 * The limit that replaces `TOO_LONG_MS` while requests are being refused. It is lower, so that no new queue builds up.
 */
const STILL_TOO_LONG_MS = 15;
/** During a long turn, the share of refused requests grows by `STEP_UP` every `STEP_MS`. */
const STEP_MS = 10;
const STEP_UP = 0.05;
/**
 * The amount by which the share of refused requests falls each second. `DOWN_A_SECOND` applies during short turns, and
 * `DOWN_AT_REST` while the process is idle.
 */
const DOWN_A_SECOND = 0.5;
const DOWN_AT_REST = 2;
const MAX_REFUSED = 0.9;

/**
 * Creates the measurement of overload. It measures the current turn of the event loop, because a timer would run too
 * late: with a thousand ready sockets, Node reads for seconds before any timer runs.
 */
export function createSaturation(now = () => performance.now()): Saturation {
  let [share, requests, beganAt, endedAt, raisedAt] = [0, 0, 0, now(), 0];

  /**
   * Lowers the share to refuse. `ms` is the time for which the process has kept up, and `aSecond` the amount for each
   * second.
   */
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
