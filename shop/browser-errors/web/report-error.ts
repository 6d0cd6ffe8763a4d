import { findPageName } from "#contract/page-paths.ts";
import { toApiUrl } from "#client/api-address.ts";
import { readStoredInTab, writeStoredInTab } from "#client/storage.ts";
import { reportBrowserError } from "../endpoints.ts";
import { cleanAddress, cleanStack, type ErrorReport } from "../report.ts";

/** A tab reports at most this number of errors, each only once. */
const MAX_REPORTS = 5;
const REPORTED = "reportedErrors";

export function reportError(event: Event): void {
  const report = describe(event);
  if (!report || !remember(report)) return;
  const body = new Blob([JSON.stringify(report)], { type: "application/json" });
  navigator.sendBeacon(toApiUrl(reportBrowserError.path), body);
}

/** Creates the report of an error; null for errors that are not the shop's and for pictures that failed to load. */
function describe(event: Event): ErrorReport | null {
  if ("violatedDirective" in event) {
    const { violatedDirective, blockedURI } = event as SecurityPolicyViolationEvent;
    const isFromShop = !/-extension/.test(blockedURI);
    return isFromShop
      ? createReport("policy", `${violatedDirective} ${shortenBlocked(blockedURI)}`, "")
      : null;
  }
  if (event.target instanceof HTMLElement) {
    const { src, href } = event.target as HTMLScriptElement & HTMLLinkElement;
    const isCode = event.target.tagName === "SCRIPT" || event.target.tagName === "LINK";
    return isCode ? createReport("file", cleanAddress(src || href), "") : null;
  }
  const cause: unknown = "reason" in event ? event.reason : (event as ErrorEvent).error;
  if (!(cause instanceof Error)) return null;
  const stack = cleanStack(cause.stack ?? "");
  const kind = "reason" in event ? "rejection" : "error";
  return stack ? createReport(kind, describeError(cause), stack) : null;
}

/** Returns the number of a React error, or else the error's name. Omits the message: it may contain customer input. */
const describeError = ({ name, message }: Error): string =>
  /^Minified React error #\d{1,3}/.exec(message)?.[0] ?? name;

/** Returns the blocked item in a short form: a keyword such as `inline`, or a file name. */
const shortenBlocked = (blocked: string): string =>
  /^[a-z-]{1,30}$/.test(blocked) ? blocked : cleanAddress(blocked);

const createReport = (kind: ErrorReport["kind"], message: string, stack: string): ErrorReport => ({
  kind,
  message,
  stack,
  page: findPageName(location.pathname) ?? "",
});

/** Returns true if the report is new and within the limit. Returns false if the browser has no storage. */
function remember({ kind, message, stack }: ErrorReport): boolean {
  const reported = (readStoredInTab(REPORTED) ?? "").split("\n").filter(Boolean);
  const mark = `${kind} ${stack || message}`;
  if (reported.includes(mark) || reported.length >= MAX_REPORTS) return false;
  return writeStoredInTab(REPORTED, [...reported, mark].join("\n"));
}
