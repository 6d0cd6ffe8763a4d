import { act, render } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { SpecialOfferBox } from "#shop/merchandising/web/special-offer-box.tsx";
import { PromoBanner } from "./promo-banner.tsx";
import { type Shell, ShellContext, useShell, useShellState } from "./shell-data.ts";

/* Tests the special offer in the browser: contained in the page, or loaded later (§2.2, §2.6, §7, §8). */
const diwali = { heading: "Diwali", points: ["Gift wrap"] };
const shell: Shell = { collections: null, offer: null, seller: null, scenes: [], year: 2026, publicUrl: "" };

let answer: (settled: Promise<unknown> | object) => Promise<void>;
const requested = vi.fn();

beforeEach(() => {
  requested.mockClear();
  vi.stubGlobal("fetch", () => {
    requested();
    const { promise, resolve } = Promise.withResolvers<Response>();
    answer = (what) =>
      act(async () =>
        resolve(
          what instanceof Promise
            ? (what as Promise<Response>)
            : new Response(JSON.stringify(what), { headers: { "content-type": "application/json" } }),
        ),
      );
    return promise;
  });
});

function show(offer: Shell["offer"]) {
  const Shop = () => (
    <ShellContext value={useShellState({ ...shell, offer })}>
      <PromoBanner />
      <Box />
    </ShellContext>
  );
  render(<Shop />);
}

const Box = () => <SpecialOfferBox offer={useShell().offer} />;

const readBanner = () => document.querySelector("aside")?.textContent;
const listPoints = () => [...document.querySelectorAll("li")].map(({ textContent }) => textContent);
const signalVisible = () => act(async () => document.dispatchEvent(new Event("visibilitychange")));

test("while the offer loads, the banner shows 'Special Offer' and the product page shows no offer (§2.2)", async () => {
  show(null);
  expect([readBanner(), listPoints()]).toEqual(["Special OfferShop Now", []]);
  expect(requested).toHaveBeenCalledOnce();
  await answer(diwali);
  expect([readBanner(), listPoints()]).toEqual(["DiwaliShop Now", ["Gift wrap"]]);
});

test("a failed request for the offer shows no error and is repeated when the tab becomes visible (§8)", async () => {
  show(null);
  await answer(Promise.reject(new TypeError("offline")));
  expect([readBanner(), listPoints()]).toEqual(["Special OfferShop Now", []]);
  await signalVisible();
  await answer(diwali);
  expect(readBanner()).toBe("DiwaliShop Now");
});

test("an offer in the HTML is shown at once, and removed when the tab becomes visible after the offer's end (§2.2)", async () => {
  show(diwali);
  expect([readBanner(), listPoints(), requested.mock.calls.length]).toEqual([
    "DiwaliShop Now",
    ["Gift wrap"],
    0,
  ]);
  await signalVisible();
  await answer({ heading: "", points: [] });
  expect([readBanner(), listPoints()]).toEqual(["Special OfferShop Now", []]);
});

test("a malformed offer causes no error and keeps the offer that is shown (§2.6, §8)", async () => {
  show(null);
  await answer({ heading: "Diwali", points: "all" });
  expect([readBanner(), listPoints()]).toEqual(["DiwaliShop Now", []]);
  await signalVisible();
  await answer([null]);
  expect(readBanner()).toBe("DiwaliShop Now");
  await signalVisible();
  await answer({});
  expect(readBanner()).toBe("Special OfferShop Now");
});
