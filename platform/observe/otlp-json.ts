import type { EndedSpan } from "./tracing.ts";

/** As OTLP numbers them. */
const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
const ERROR = 2;

/** Spans as OTLP's JSON has them (ExportTraceServiceRequest). */
export const toOtlp = (serviceName: string, spans: readonly EndedSpan[]) => ({
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
