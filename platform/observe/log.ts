import { pino, type DestinationStream, type LevelWithSilent, type LogFn, type Logger } from "pino";
import pretty from "pino-pretty";
import { defineCount } from "./counts.ts";
import { getCurrentWork } from "./current-work.ts";

export type Log = Logger;

/**
 * Writes JSON lines, or text on a terminal. Redacts fields whose names suggest secrets or personal data, except in
 * bindings of child loggers.
 */
export function createLog(
  level: LevelWithSilent,
  destination: DestinationStream = openStandardOutput(),
): Log {
  return pino(
    {
      level,
      base: null,
      mixin() {
        const work = getCurrentWork();
        return work ? { requestId: work.id } : {};
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => redact(fields, 0) },
      hooks: { logMethod: formatWithoutParameters },
      serializers: { err: describeError, error: describeError },
    },
    destination,
  );
}

const openStandardOutput = (): DestinationStream =>
  process.stdout.isTTY ? pretty({ colorize: true, sync: true }) : pino.destination({ sync: true });

const SECRET =
  /^(authorization|proxy-?authorization|(set-?)?cookie|x-api-key|api-?key|otp)$|passw|secret|token|credential|signature|reset-?_?code|card|cvv|cvc|expiry|iban|upi/i;
const PERSONAL = /^(e-?mail|phone|address(es)?|street|zip(code)?|first-?_?name|last-?_?name|recipient|to)$/i;
const DEEPEST = 8;

function redact(fields: object, depth: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      SECRET.test(name) || PERSONAL.test(name) ? "[redacted]" : copyDeeper(value, depth + 1),
    ]),
  );
}

function copyDeeper(value: unknown, depth: number): unknown {
  if (Array.isArray(value)) return depth > DEEPEST ? "[…]" : value.map((item) => copyDeeper(item, depth + 1));
  // Only plain objects are redacted here. Requests, errors and dates have their own serializers.
  if (value === null || typeof value !== "object" || !isPlain(value)) return value;
  return depth > DEEPEST ? "[…]" : redact(value, depth);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Omits the parameters of a failed query and the error's `detail`, because both may contain personal data. */
function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  return {
    type: error.name === "Error" ? error.constructor.name : error.name,
    message: omitParameters(error.message),
    ...("code" in error && { code: error.code }),
    // These fields identify the statement in PostgreSQL's log.
    ...("backend" in error && { backend: error.backend }),
    ...("statement" in error && { statement: error.statement }),
    stack: error.stack
      ?.split("\n")
      .filter((line) => /^\s+at /.test(line))
      .join("\n"),
    ...(error.cause !== undefined && depth < DEEPEST && { cause: describeError(error.cause, depth + 1) }),
  };
}

const lines = defineCount<string>("shop_log_lines_total", "Number of log lines, by level.", {
  level: ["warn", "error", "fatal", "info", "debug", "trace"],
});

function formatWithoutParameters(
  this: Log,
  [subject, text, ...rest]: Parameters<LogFn>,
  method: LogFn,
  level: number,
): void {
  lines.add(pino.levels.labels[level] ?? "");
  if (typeof subject === "string") return method.call(this, omitParameters(subject), text, ...rest);
  const error = subject instanceof Error ? subject : (subject as { err?: unknown } | undefined)?.err;
  const message = text ?? (error instanceof Error ? error.message : undefined);
  method.call(this, subject, message && omitParameters(message), ...rest);
}

const omitParameters = (message: string) => message.replace(/^(Failed query: [^]*?)\nparams: [^]*$/, "$1");
