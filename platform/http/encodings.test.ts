import { expect, test } from "vitest";
import { chooseEncoding } from "./encoded-body.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.2, gzip;q=0.9", "gzip"],
  ["gzip;q=0, br;q=0.0", "plain"],
  ["gzip;q=0, *", "br"],
  ["*", "br"],
  ["identity", "plain"],
  ["brotli, x-gzip", "plain"],
  ["", "plain"],
  [undefined, "plain"],
])("a browser with Accept-Encoding %j gets the encoding %s", (accepted, encoding) => {
  expect(chooseEncoding(accepted)).toBe(encoding);
});
