import { isPageName } from "#contract/page-paths.ts";
import { HOUR, MINUTE } from "#contract/time.ts";
import { type Context, defineService } from "#platform/context.ts";
import { createMemoryLimit, getAddressKey, type Limit } from "#platform/limits/rate-limit.ts";
import { defineCount } from "#platform/observe/counts.ts";
import { cleanStack, type ErrorKind, errorKinds, type ErrorReport } from "../report.ts";

const reports = defineCount(
  "shop_browser_errors_total",
  "Errors in browsers by kind: error (exception), rejection (promise), file (not loaded), policy (CSP).",
  { kind: errorKinds },
);

/* The limits for log lines in each process. The metrics count reports beyond these limits too. */
const ERROR_ADDRESS_LIMIT: Limit = { burst: 10, perMs: HOUR };
const SAME_ERROR_LIMIT: Limit = { burst: 1, perMs: 10 * MINUTE };
const ALL_ERRORS_LIMIT: Limit = { burst: 30, perMs: 10 * MINUTE };

const limits = defineService("browser-errors", () => ({
  address: createMemoryLimit(ERROR_ADDRESS_LIMIT),
  same: createMemoryLimit(SAME_ERROR_LIMIT),
  all: createMemoryLimit(ALL_ERRORS_LIMIT),
}));

/** Counts a report, and logs it if it is new. Limits prevent fake reports from filling the log (T42). */
export async function countReport(context: Context, report: ErrorReport, ip: string) {
  reports.add(report.kind);
  const { address, same, all } = context.service(limits);
  const now = context.now();
  // Anybody can send reports, so this limit is checked before `clean`, which is slow.
  const key = getAddressKey("browser-errors", ip, context.config) ?? "this machine";
  if (address.use(key, now) === 0) {
    const browserError = clean(report);
    const isNew = same.use(JSON.stringify(browserError), now) === 0 && all.use("", now) === 0;
    if (isNew) context.log.warn({ browserError }, "an error in a browser");
  }
  return { success: true as const };
}

/** Cleans more strictly than the browser does, because anybody can send a report. */
const clean = ({ kind, message, stack, page }: ErrorReport): ErrorReport => ({
  kind,
  message: recogniseMessage(kind, message.slice(0, 400)),
  stack: cleanStack(stack),
  page: isPageName(page) ? page : "other",
});

const classes = new Set(
  `TypeError RangeError ReferenceError SyntaxError EvalError URIError AggregateError InternalError ApiError
   DOMException AbortError ConstraintError DataCloneError DataError EncodingError HierarchyRequestError IndexSizeError
   InvalidAccessError InvalidCharacterError InvalidStateError NetworkError NotAllowedError NotFoundError NotReadableError
   NotSupportedError OperationError QuotaExceededError SecurityError TimeoutError UnknownError VersionError`.split(
    /\s+/,
  ),
);

const REACT = /^(?:Error: )?(Minified React error #\d{1,3})\b/;

const FILE = /^[a-z][a-z-]{0,60}(?:-[\w-]{2,12})?\.(?:js|mjs|css)$/;

const DIRECTIVE =
  /^(?:default|script|style|img|font|connect|media|object|frame|child|worker|manifest)-src(?:-elem|-attr)?$|^(?:base-uri|form-action|frame-ancestors|trusted-types|require-trusted-types-for)$/;

const BLOCKED = /^(?:inline|eval|wasm-eval|data|blob|self|about|trusted-types-policy|trusted-types-sink)$/;

/** Keeps only the error class, the number of a React error, the file name, or the policy directive and its source. */
function recogniseMessage(kind: ErrorKind, message: string): string {
  if (kind === "file") return FILE.test(message) ? message : "…";
  if (kind === "policy") {
    const [directive = "", blocked = ""] = message.split(" ");
    const isRecognised = BLOCKED.test(blocked) || FILE.test(blocked);
    return `${DIRECTIVE.test(directive) ? directive : "…"} ${isRecognised ? blocked : "…"}`;
  }
  const [, react] = REACT.exec(message) ?? [];
  const [name = ""] = message.split(":", 1);
  return react ?? (classes.has(name) ? name : "Error");
}
