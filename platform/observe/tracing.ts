import { getWork, runFor, type Work, type SpanContext } from "./current-work.ts";

/** The kind of a span, in the terms of OpenTelemetry. */
type SpanKind = "internal" | "server" | "client" | "consumer";

export interface Span {
  name: string;
  kind: SpanKind;
  /** Never what a customer wrote: routes, names of statements, codes. */
  attributes: Readonly<Record<string, string | number | undefined>>;
}

/** A span that has ended; times are of `performance.now()`. */
export interface EndedSpan extends Span {
  context: SpanContext;
  parent: SpanContext | undefined;
  began: number;
  ended: number;
  cause?: unknown;
}

export interface Tracer {
  /** The place of a new span below this one, or of a new trace. */
  begin(parent: SpanContext | undefined): SpanContext;
  report(span: EndedSpan): void;
}

let tracer: Tracer | null = null;

/** Null, which it is at first, for no tracing: then nothing of it costs more than asking whether it is. */
export const setTracer = (given: Tracer | null): void => void (tracer = given);

export const isTracing = (): boolean => tracer !== null;

/** Does the work in a span of its own, below that of the present work. */
export function trace<T>(span: Span, act: () => Promise<T>): Promise<T> {
  if (tracer === null) return act();
  const work = getWork();
  const end = beginSpan(span, work?.span);
  const within: Work = { id: "none", name: span.name, ...work, span: end.context };
  return runFor(within, act).then(
    (result) => {
      end();
      return result;
    },
    (cause: unknown) => {
      end(cause);
      throw cause;
    },
  );
}

/** Begins a span below another; what is returned ends it, with what went wrong and what became known meanwhile. */
export function beginSpan(span: Span, parent: SpanContext | undefined) {
  const began = performance.now();
  const context = tracer?.begin(parent) ?? NOWHERE;
  const end = (cause?: unknown, attributes: Span["attributes"] = {}) =>
    tracer?.report({
      ...span,
      attributes: { ...span.attributes, ...attributes },
      context,
      parent,
      began,
      ended: performance.now(),
      cause,
    });
  return Object.assign(end, { context });
}

const NOWHERE: SpanContext = { traceId: "0".repeat(32), spanId: "0".repeat(16), isSampled: false };

/** Reports something that has ended already, below this work; nothing where that belongs to no trace. */
export function reportSpan(span: Span, work: Work | undefined, began: number, cause?: unknown): void {
  if (tracer === null || !work?.span) return;
  const context = tracer.begin(work.span);
  tracer.report({ ...span, context, parent: work.span, began, ended: performance.now(), cause });
}

/** The trace header for a call of someone else, or a row of the outbox; undefined without a trace. */
export function getTraceparent(): string | undefined {
  const span = tracer === null ? undefined : getWork()?.span;
  return span && `00-${span.traceId}-${span.spanId}-${span.isSampled ? "01" : "00"}`;
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Undefined for what is no `traceparent` of the version that there is. */
export function parseTraceparent(given: unknown): SpanContext | undefined {
  const [, traceId, spanId, flags] = (typeof given === "string" && TRACEPARENT.exec(given)) || [];
  if (tracer === null || !traceId || !spanId || !flags) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
