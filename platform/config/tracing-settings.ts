import * as v from "valibot";
import type { TracingSettings } from "../observe/otlp-tracer.ts";
import { isSecureAddress } from "./secure-address.ts";

/** OpenTelemetry's own names: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(
    v.pipe(
      v.string(),
      // The value is not repeated: it may hold a password.
      v.check(
        (given) => /^https?:\/\/[^\s?#@]+$/.test(given) && URL.canParse(given),
        "the value is no http(s) address. Write for example OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318.",
      ),
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: v.optional(
    v.pipe(
      v.string(),
      // The value is not repeated: it may hold a key.
      v.check(
        (given) => readHeaders(given) !== null,
        "the value is no list of headers. Write for example OTEL_EXPORTER_OTLP_HEADERS=x-api-key=<key>, and a space or comma of a key as %20 or %2C.",
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

/** `name=value,name=value`, each value percent-encoded; null when it is no such list. */
function readHeaders(given: string): Record<string, string> | null {
  const headers: Record<string, string> = {};
  for (const pair of given.split(",")) {
    const [, name = "", encoded = ""] = /^([\w-]+)=(\S+)$/.exec(pair) ?? [];
    const value = decode(encoded);
    if (name === "" || !/^[\x21-\x7E]([\x20-\x7E]*[\x21-\x7E])?$/.test(value)) return null;
    headers[name] = value;
  }
  return headers;
}

function decode(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return "";
  }
}

type Addressed = Pick<Given, "OTEL_EXPORTER_OTLP_ENDPOINT" | "OTEL_EXPORTER_OTLP_HEADERS">;

/** Whether headers, which may be keys, would be read by everyone on the way. */
export const areHeadersExposed = (given: Addressed): boolean =>
  given.OTEL_EXPORTER_OTLP_HEADERS !== undefined &&
  given.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined &&
  !isSecureAddress(given.OTEL_EXPORTER_OTLP_ENDPOINT);

export const HEADERS_EXPOSED =
  "the headers may hold a key, and go over https or stay on this machine. Write for example OTEL_EXPORTER_OTLP_ENDPOINT=https://collector.example, or leave OTEL_EXPORTER_OTLP_HEADERS out.";

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
        headers: readHeaders(given.OTEL_EXPORTER_OTLP_HEADERS ?? "") ?? {},
        serviceName: given.OTEL_SERVICE_NAME,
        ratio: given.OTEL_TRACES_SAMPLER_ARG,
      };
