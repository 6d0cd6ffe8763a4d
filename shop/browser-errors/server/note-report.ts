import { HOUR, MINUTE } from "#contract/time.ts";
import { isPageName } from "#contract/page-paths.ts";
import { getAddressKey, toRoughAddress, createMemoryLimit, type Limit } from "#platform/limits/rate-limit.ts";
import type { Context } from "#platform/context.ts";
import { defineCount } from "#platform/observe/counts.ts";
import { defineService } from "#platform/service.ts";
import { recogniseMessage } from "./known-messages.ts";
import { cleanMessage, cleanStack, errorKinds, type ErrorReport } from "../report.ts";

/** Of one network address: more tell nothing new. Counted in this process alone. */
const ONE_ADDRESS: Limit = { burst: 10, perMs: HOUR };

/**
 * Of all together. Two thirds are for networks that have nothing in the log of the last ten minutes: a few that report without an
 * end use up the other third.
 */
const FIRST_OF_NETWORKS: Limit = { burst: 20, perMs: 10 * MINUTE };
const FURTHER: Limit = { burst: 10, perMs: 10 * MINUTE };
const ONE_NETWORK: Limit = { burst: 1, perMs: 10 * MINUTE };

/** The same error is written down once in so long; how often it came says the count. */
const SAME: Limit = { burst: 1, perMs: 10 * MINUTE };

const reports = defineCount(
  { name: "shop_browser_errors_total", help: "Errors that browsers have reported, by kind." },
  { kind: errorKinds },
);

const notLogged = defineCount(
  {
    name: "shop_browser_errors_not_logged_total",
    help: "Those of them that are not in the log: the same as one before, or too many.",
  },
  { because: ["same", "address", "all"] },
);

const limits = defineService("browser-errors", () => ({
  address: createMemoryLimit(ONE_ADDRESS),
  same: createMemoryLimit(SAME),
  network: createMemoryLimit(ONE_NETWORK),
  first: createMemoryLimit(FIRST_OF_NETWORKS),
  further: createMemoryLimit(FURTHER),
}));

/** Writes an error into the log, if it says anything new. A program that sends what it likes fills no log with it (T42). */
export async function noteReport(context: Context, given: ErrorReport, ip: string) {
  reports.add(given.kind);
  // Asked first: cleaning takes time, and anyone can send what is to be cleaned.
  if (isBeyondAddressLimit(context, ip)) {
    notLogged.add("address");
    return { success: true as const };
  }
  const report = clean(given);
  const because = findReasonNotToLog(context, report, ip);
  if (because) notLogged.add(because);
  else context.log.warn({ browserError: report }, "an error in a browser");
  return { success: true as const };
}

function isBeyondAddressLimit(context: Context, ip: string): boolean {
  const key = getAddressKey("browser-errors", ip, context.config) ?? "this machine";
  return context.service(limits).address.use(key, context.now()) > 0;
}

function findReasonNotToLog(context: Context, report: ErrorReport, ip: string) {
  const { same, network, first, further } = context.service(limits);
  const now = context.now();
  if (same.use(JSON.stringify(report), now) > 0) return "same";
  const isFirst = network.use(toRoughAddress(ip), now) === 0;
  return (isFirst && first.use("", now) === 0) || further.use("", now) === 0 ? null : "all";
}

/** Once more here, and stricter: anyone can send what no page of ours would. */
const clean = ({ kind, message, stack, page }: ErrorReport): ErrorReport => ({
  kind,
  message: recogniseMessage(kind, cleanMessage(message)),
  stack: cleanStack(stack),
  page: isPageName(page) ? page : "other",
});
