import { expect, test, vi } from "vitest";
import { respond, stubAttempts } from "../../tests/support/silent-network.ts";
import { session } from "./session.ts";

test("an open page of the desk detects that the desk's server has a newer version", async () => {
  session.set({ name: "Asha", role: "owner", entrance: "address", start: "one", token: "token" });
  document.head.innerHTML = '<script type="module" src="/assets/index-1.js"></script>';
  const { followShop, isOutdated } = await import("./live.ts");
  stubAttempts(
    respond([0, '{"script":"/assets/index-1.js"}\n'], [1_000, '{"script":"/assets/index-2.js"}\n']),
  );
  const leave = new AbortController();
  void followShop(leave.signal);
  await vi.advanceTimersByTimeAsync(500);
  expect(isOutdated.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isOutdated.get()).toBe(true);
  leave.abort();
});
