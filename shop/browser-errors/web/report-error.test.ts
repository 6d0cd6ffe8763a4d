import { beforeEach, expect, test, vi } from "vitest";
import { reportError } from "./report-error.ts";

const sent: Blob[] = [];
beforeEach(() => {
  sent.length = 0;
  sessionStorage.clear();
  history.replaceState(null, "", "/order-details/TRV-SECRET?code=123456");
  vi.stubGlobal("navigator", {
    sendBeacon: (address: string, body: Blob) => {
      expect(address).toBe("/api/browser-errors");
      sent.push(body);
      return true;
    },
  });
});

const readSent = () => Promise.all(sent.map(async (body) => JSON.parse(await body.text()) as unknown));

function createError(message: string, file = "https://shop.example/assets/index-B2x.js:1:234"): Error {
  const error = new TypeError(message);
  error.stack = `TypeError: ${message}\n    at draw (${file})`;
  return error;
}

const throwIt = (error: unknown) => reportError(new ErrorEvent("error", { error }));

test("an error report has the place in the code and the page's name, but not the message or the URL", async () => {
  throwIt(createError('"Asha" is not valid JSON'));
  expect(await readSent()).toEqual([
    {
      kind: "error",
      message: "TypeError",
      stack: "index-B2x.js:1:234",
      page: "orderDetails",
    },
  ]);
  expect(sent[0]?.type).toBe("application/json");
});

test("a browser tab reports the same error once, and a tab reports at most five errors", async () => {
  for (let times = 0; times < 3; times++) throwIt(createError("x is not a function"));
  expect(sent).toHaveLength(1);
  for (let line = 1; line < 20; line++)
    throwIt(createError("y is not a function", `https://shop.example/assets/index-B2x.js:${line}:1`));
  expect(sent).toHaveLength(5);
});
