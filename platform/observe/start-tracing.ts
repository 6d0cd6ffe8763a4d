import type { Config } from "../config/config.ts";
import type { Log } from "./log.ts";
import { setTracer } from "./tracing.ts";

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
