import * as v from "valibot";
import type { Config } from "../config/config.ts";
import { isSecureAddress, optionalText, refuse, text } from "../config/setting.ts";
import type { Log } from "./log.ts";
import { setTracer } from "./tracing.ts";

/**
 * OpenTelemetry's own names: https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 * No refused address or header is repeated: it may hold a password or key.
 */
export const tracingSettings = v.pipe(
  v.object({
    OTEL_EXPORTER_OTLP_ENDPOINT: optionalText(
      (given) => /^https?:\/\/[^\s?#@]+$/.test(given) && URL.canParse(given),
      "the value is no http(s) address. Write for example OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318.",
    ),
    OTEL_EXPORTER_OTLP_HEADERS: optionalText(
      (given) => parseHeaders(given) !== null,
      "the value is no list of headers. Write for example OTEL_EXPORTER_OTLP_HEADERS=x-api-key=<key>, and a space or comma of a key as %20 or %2C.",
    ),
    OTEL_SERVICE_NAME: text("taruva"),
    OTEL_TRACES_SAMPLER_ARG: optionalText(
      /^(0(\.\d+)?|1(\.0+)?)$/,
      ({ input }) => `"${input}" is no share from 0 to 1. Write for example OTEL_TRACES_SAMPLER_ARG=0.1.`,
    ),
  }),
  refuse(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS"],
    ({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers }) =>
      headers !== undefined && endpoint !== undefined && !isSecureAddress(endpoint),
    "the headers may hold a key, and go over https or stay on this machine. Write for example OTEL_EXPORTER_OTLP_ENDPOINT=https://collector.example, or leave OTEL_EXPORTER_OTLP_HEADERS out.",
  ),
  v.transform((given) => ({
    tracing:
      given.OTEL_EXPORTER_OTLP_ENDPOINT === undefined
        ? null
        : {
            /** `http://127.0.0.1:4318`; `/v1/traces` is added. */
            endpoint: given.OTEL_EXPORTER_OTLP_ENDPOINT,
            headers: parseHeaders(given.OTEL_EXPORTER_OTLP_HEADERS ?? "") ?? {},
            serviceName: given.OTEL_SERVICE_NAME,
            /** The share of the traces that begin here which is reported. */
            ratio: Number(given.OTEL_TRACES_SAMPLER_ARG ?? 1),
          },
  })),
);

/** Begins to report traces where the settings name a collector, else loads no code of it. Returns what ends that. */
export async function startTracing(
  { tracing }: Pick<Config, "tracing">,
  log: Log,
): Promise<() => Promise<void>> {
  if (!tracing) return async () => {};
  const { openOtlpTracer } = await import("./otlp-tracer.ts");
  const tracer = openOtlpTracer(tracing, log);
  setTracer(tracer);
  return () => {
    setTracer(null);
    return tracer.close();
  };
}

/** `name=value,name=value`, each value percent-encoded; null when it is no such list. */
function parseHeaders(given: string): Record<string, string> | null {
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
