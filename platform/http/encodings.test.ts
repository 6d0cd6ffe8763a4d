import { expect, test } from "vitest";
import { chooseEncoding, createBodyEncoder, getPlainBody } from "./encoded-body.ts";

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

test("the pieces of a body are encoded in order, even if the body is larger than every earlier body", () => {
  const encode = createBodyEncoder();
  const price = "₹1,299 ".repeat(100_000);
  const texts = [["<p>", "₹ 5", "</p>"], ["<b>", price, "", price, "</b>"], ["short"]].flatMap((pieces) =>
    (["plain", "gzip", "br"] as const).map((encoding) => ({
      text: pieces.join(""),
      encoded: encode(pieces, encoding, "least"),
    })),
  );
  for (const { text, encoded } of texts) expect(getPlainBody(encoded.bodies).toString()).toBe(text);
});
