import * as v from "valibot";
import type { TracingSettings } from "./otlp-tracer.ts";

/** OpenTelemetry's own names: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^https?:\/\/[^\s?#@]+$/,
        ({ input }) =>
          `"${input}" is no http(s) address. Write for example OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318.`,
      ),
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(
    v.pipe(
      v.string(),
      // The value is not repeated: it may hold a key.
      v.regex(
        /^[\w-]+=[^,=\s]+(,[\w-]+=[^,=\s]+)*$/,
        "the value is no list of headers. Write for example OTEL_EXPORTER_OTLP_HEADERS=x-api-key=<key>.",
      ),
    ),
  ),
  OTEL_SERVICE_NAME: v.optional(v.string(), "taruva"),
  OTEL_TRACES_SAMPLER_ARG: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(0(\.\d+)?|1(\.0+)?)$/,
        ({ input }) => `"${input}" is no share from 0 to 1. Write for example OTEL_TRACES_SAMPLER_ARG=0.1.`,
      ),
      v.transform(Number),
    ),
    "1",
  ),
};

interface Given {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS?: string | undefined;
  OTEL_SERVICE_NAME: string;
  OTEL_TRACES_SAMPLER_ARG: number;
}

/** Where traces are reported; null without a collector. */
export const readTracingSettings = (given: Given): TracingSettings | null =>
  given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
    ? null
    : {
        endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT,
        headers: Object.fromEntries(
          given.OTEL_EXPORTER_OTLP_HEADERS?.split(",").map((pair) => pair.split("=")) ?? [],
        ),
        serviceName: given.OTEL_SERVICE_NAME,
        ratio: given.OTEL_TRACES_SAMPLER_ARG,
      };
