import { describe, expect, it } from "vitest";
import { getOrigin } from "./origin.ts";
import { buildFramedPageHeaders } from "./security-headers.ts";

const production = { publicUrl: "https://taruva.in", profile: "production" } as const;
const demo = { publicUrl: "http://localhost:3000", profile: "demo" } as const;

const getPolicy = (asked: { protocol: string; host: string }, config: typeof production | typeof demo) =>
  buildFramedPageHeaders(getOrigin(asked, config))["content-security-policy"];

describe("the origin in the payment window's security policy", () => {
  it("in production the content security policy contains the public origin, even if a proxy sends another host or protocol", () => {
    for (const host of [
      "taruva.in",
      "127.0.0.1:3000",
      "evil.example",
      "taruva.in.evil.example",
      "",
      "a b; x",
    ])
      for (const protocol of ["http", "https"]) {
        expect(getOrigin({ protocol, host }, production)).toBe("https://taruva.in");
        expect(getPolicy({ protocol, host }, production)).toContain("form-action 'self' https://taruva.in;");
      }
  });

  it("outside production the content security policy contains the local host of the request", () => {
    expect(getPolicy({ protocol: "http", host: "127.0.0.1:3000" }, demo)).toContain(
      "style-src 'self' http://127.0.0.1:3000;",
    );
    expect(getOrigin({ protocol: "https", host: "tunnel.example" }, demo)).toBe("https://tunnel.example");
  });
});
