import { expect, test } from "vitest";
import { findMistakes, readConfig } from "../../tests/support/settings.ts";

test("traces go to an http(s) address, with headers and a share; a mistake is named without the headers' values", () => {
  const given = {
    OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector:4318",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Basic%20c2hvcDprZXk=,x-team=shop",
    OTEL_TRACES_SAMPLER_ARG: "0.1",
  };
  expect(readConfig(given).tracing).toEqual({
    endpoint: "https://collector:4318",
    headers: { authorization: "Basic c2hvcDprZXk=", "x-team": "shop" },
    serviceName: "taruva",
    ratio: 0.1,
  });
  const wrong = { ...given, OTEL_EXPORTER_OTLP_HEADERS: "CANARY", OTEL_TRACES_SAMPLER_ARG: "2" };
  expect(() => readConfig(wrong)).toThrow(/OTEL_EXPORTER_OTLP_HEADERS[^]*OTEL_TRACES_SAMPLER_ARG/);
  expect(() => readConfig(wrong)).not.toThrow(/CANARY/);
  for (const headers of ["x-key=%CANARY", "x-key=a%0D%0Ax-other:CANARY", "=CANARY", "x-key="])
    expect(findMistakes({ ...given, OTEL_EXPORTER_OTLP_HEADERS: headers }), headers).toEqual([
      expect.stringMatching(/^OTEL_EXPORTER_OTLP_HEADERS: (?!.*CANARY)/),
    ]);
  expect(findMistakes({ OTEL_EXPORTER_OTLP_ENDPOINT: "https://collector:99999" })).toHaveLength(1);
});

test("headers of traces may hold a key, so they go over https or stay on this machine", () => {
  const given = { OTEL_EXPORTER_OTLP_HEADERS: "x-key=CANARY" };
  const open = findMistakes({ ...given, OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" });
  expect(open).toEqual([expect.stringMatching(/^OTEL_EXPORTER_OTLP_ENDPOINT: (?!.*CANARY).*https/)]);
  expect(findMistakes({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318" })).toEqual([]);
  for (const own of ["http://127.0.0.1:4318", "http://localhost:4318", "http://[::1]:4318"])
    expect(findMistakes({ ...given, OTEL_EXPORTER_OTLP_ENDPOINT: own }), own).toEqual([]);
});
