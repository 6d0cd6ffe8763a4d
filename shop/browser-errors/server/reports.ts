import { isPageName } from "#contract/page-paths.ts";
import { HOUR, MINUTE } from "#contract/time.ts";
import { type Context, defineService } from "#platform/context.ts";
import { getAddressKey, toRoughAddress, createMemoryLimit, type Limit } from "#platform/limits/rate-limit.ts";
import { defineCount } from "#platform/observe/counts.ts";
import { cleanMessage, cleanStack, errorKinds, type ErrorReport, type ErrorKind } from "../report.ts";

/** Limit on the reports of one network address: more tell nothing new. Counted in this process alone. */
const ONE_ADDRESS: Limit = { burst: 10, perMs: HOUR };

/**
 * The limit on all reports together. Two thirds are for networks that have nothing in the log of the last ten minutes:
 * a few that report without end use up the other third.
 */
const FIRST_OF_NETWORKS: Limit = { burst: 20, perMs: 10 * MINUTE };
const FURTHER: Limit = { burst: 10, perMs: 10 * MINUTE };
const ONE_NETWORK: Limit = { burst: 1, perMs: 10 * MINUTE };

/** Limit on logging the same error; a count says how often it came. */
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

// Anyone can send a report, and an error's message may quote what a customer has typed. So nothing of a message reaches the log
// as it was sent: it is recognised in this table, and the log has the table's words. What is not in it is "…"; where in
// the code it happened, the stack says.

/** Errors of JavaScript and of browsers, by their class. */
const classes = new Set(
  `Error TypeError RangeError ReferenceError SyntaxError EvalError URIError AggregateError InternalError ApiError
   DOMException AbortError ConstraintError DataCloneError DataError EncodingError HierarchyRequestError IndexSizeError
   InvalidAccessError InvalidCharacterError InvalidStateError NetworkError NotAllowedError NotFoundError NotReadableError
   NotSupportedError OperationError QuotaExceededError SecurityError TimeoutError UnknownError VersionError`.split(
    /\s+/,
  ),
);

/** Messages of Chrome, Firefox, Safari and React; `…` stands for anything. The first that fits counts. */
const templates = `
Cannot read properties of undefined (reading …)
Cannot read properties of null (reading …)
Cannot set properties of undefined (setting …)
Cannot set properties of null (setting …)
Cannot convert undefined or null to object
Cannot access … before initialization
undefined is not an object (evaluating …)
null is not an object (evaluating …)
can't access property …, … is undefined
can't access property …, … is null
can't access lexical declaration … before initialization
Can't find variable: …
… is not a function
… is not a constructor
… is not defined
… is not iterable
… is not valid JSON
… is undefined
… is null
Assignment to constant variable.
Class constructor … cannot be invoked without 'new'
Illegal invocation
Invalid array length
Invalid time value
Invalid URL
Invalid or unexpected token
Unexpected end of JSON input
Unexpected end of input
Unexpected token …
Unexpected identifier …
JSON.parse: …
JSON Parse error: …
URI malformed
Maximum call stack size exceeded
too much recursion
Reduce of empty array with no initial value
Converting circular structure to JSON…
Failed to fetch dynamically imported module: …
error loading dynamically imported module: …
Importing a module script failed.
Failed to fetch
Load failed
NetworkError when attempting to fetch resource.
The network connection was lost.
The Internet connection appears to be offline.
The operation was aborted…
The user aborted a request.
signal is aborted without reason
signal timed out
The request timed out.
The operation is insecure.
The quota has been exceeded.
Permission denied to access property …
Access is denied for this document.
The object can not be found here.
…The node to be removed is not a child of this node…
…The node before which the new node is to be inserted is not a child of this node…
Failed to execute …
Failed to construct …
Failed to read …
ResizeObserver loop …
Hydration failed …
Script error…
`
  .trim()
  .split("\n")
  .map((text) => ({ text, pattern: new RegExp(`^${toPattern(text)}$`) }));

function toPattern(text: string): string {
  return text
    .split("…")
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join(".*");
}

/** React's own, with the number under which its documentation explains it. */
const REACT = /^Minified React error #(\d{1,3});/;

/** A file of the build or of a provider: small letters first, then what names the version. */
const FILE = /^[a-z][a-z-]{0,60}(?:-[\w-]{2,12})?\.(?:js|mjs|css)$/;

const DIRECTIVE =
  /^(?:default|script|style|img|font|connect|media|object|frame|child|worker|manifest)-src(?:-elem|-attr)?$|^(?:base-uri|form-action|frame-ancestors|trusted-types|require-trusted-types-for)$/;

const BLOCKED = /^(?:inline|eval|wasm-eval|data|blob|self|about|trusted-types-policy|trusted-types-sink)$/;

/** Formats a message for the log: words of the tables here, names of files, numbers of React. */
function recogniseMessage(kind: ErrorKind, message: string): string {
  if (kind === "file") return FILE.test(message) ? message : "…";
  if (kind === "policy") {
    const [directive = "", blocked = ""] = message.split(" ");
    const isKnown = BLOCKED.test(blocked) || FILE.test(blocked);
    return `${DIRECTIVE.test(directive) ? directive : "…"} ${isKnown ? blocked : "…"}`;
  }
  const [, given = "", text = ""] = /^(\w+)(?:: (.*))?$/.exec(message) ?? ["", "", message];
  const name = classes.has(given) ? given : "Error";
  const said = recogniseText(classes.has(given) ? text : message);
  return said === "" ? name : `${name}: ${said}`;
}

function recogniseText(text: string): string {
  if (text === "") return "";
  const [, number] = REACT.exec(text) ?? [];
  if (number !== undefined) return `Minified React error #${number}`;
  return templates.find(({ pattern }) => pattern.test(text))?.text ?? "…";
}
