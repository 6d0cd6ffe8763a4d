import { randomBytes } from "node:crypto";
import type { Config } from "../config/config.ts";
import { defineCount } from "./counts.ts";
import type { Log } from "./log.ts";
import type { EndedSpan, Tracer } from "./tracing.ts";
import type { SpanContext } from "./current-work.ts";

/** The target of spans, in the terms of OpenTelemetry's own variables. */
type TracingSettings = NonNullable<Config["tracing"]>;

const SEND_EVERY_MS = 2_000;
const SENT_AT_ONCE = 500;
/** More are dropped: a collector that does not answer must not fill the memory. */
const MOST_WAITING = 4_000;
const TIMEOUT_MS = 5_000;

const dropped = defineCount({
  name: "shop_spans_dropped_total",
  help: "Spans of traces that were not reported, because the collector did not take them.",
});

/** Sends spans by OTLP over HTTP, as JSON, some at a time; a collector that fails holds up no one. */
export function openOtlpTracer(settings: TracingSettings, log: Log): Tracer & { close(): Promise<void> } {
  const waiting: EndedSpan[] = [];
  let sending: Promise<void> | null = null;
  const send = (): Promise<void> =>
    (sending ??= sendAll(settings, log, waiting).finally(() => {
      sending = null;
    }));
  const timer = setInterval(() => void send(), SEND_EVERY_MS).unref();
  return {
    begin: (parent) => createContext(parent, settings.ratio),
    report(span) {
      if (!span.context.isSampled) return;
      if (waiting.length < MOST_WAITING) waiting.push(span);
      else dropped.add();
    },
    async close() {
      clearInterval(timer);
      await send();
      await send();
    },
  };
}

const createContext = (parent: SpanContext | undefined, ratio: number): SpanContext => ({
  traceId: parent?.traceId ?? randomBytes(16).toString("hex"),
  spanId: randomBytes(8).toString("hex"),
  isSampled: parent?.isSampled ?? Math.random() < ratio,
});

async function sendAll({ endpoint, headers, serviceName }: TracingSettings, log: Log, waiting: EndedSpan[]) {
  while (waiting.length > 0) {
    const spans = waiting.splice(0, SENT_AT_ONCE);
    try {
      const answer = await fetch(`${endpoint.replace(/\/$/, "")}/v1/traces`, {
        method: "POST",
        redirect: "error",
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(toOtlp(serviceName, spans)),
      });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`The collector of traces answered with ${answer.status}.`);
    } catch (err) {
      log.warn({ err, spans: spans.length }, "spans could not be sent");
      for (const _ of spans) dropped.add();
      return;
    }
  }
}

/** The numbers of the kinds in OTLP. */
const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
const ERROR = 2;

/** Spans as OTLP's JSON has them (ExportTraceServiceRequest). */
const toOtlp = (serviceName: string, spans: readonly EndedSpan[]) => ({
  resourceSpans: [
    {
      resource: { attributes: toAttributes({ "service.name": serviceName, "process.pid": process.pid }) },
      scopeSpans: [{ scope: { name: "taruva" }, spans: spans.map(toSpan) }],
    },
  ],
});

const toSpan = ({ name, kind, attributes, context, parent, began, ended, cause }: EndedSpan) => ({
  traceId: context.traceId,
  spanId: context.spanId,
  ...(parent && { parentSpanId: parent.spanId }),
  name,
  kind: KINDS[kind],
  startTimeUnixNano: toNanoseconds(began),
  endTimeUnixNano: toNanoseconds(ended),
  attributes: toAttributes(attributes),
  // The kind of an error only: its message may hold what someone wrote.
  ...(cause !== undefined && {
    status: { code: ERROR, message: cause instanceof Error ? cause.name : "error" },
  }),
});

const toNanoseconds = (moment: number): string =>
  String(BigInt(Math.round((performance.timeOrigin + moment) * 1_000)) * 1_000n);

const toAttributes = (attributes: EndedSpan["attributes"]) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ({
      key,
      value: typeof value === "number" ? { intValue: String(Math.round(value)) } : { stringValue: value },
    }));
