import { act, render } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { SpecialOfferBox } from "#shop/merchandising/web/special-offer-box.tsx";

/* The special offer in the browser: it came with the page, or is asked for (§2.2, §2.6, §7, §8). */
const diwali = { heading: "Diwali", points: ["Gift wrap"] };
const shell: { offer: object | null } = { offer: null };
vi.mock("./shell-data.ts", () => ({ useShell: () => shell }));

let answer: (settled: Promise<unknown> | object) => Promise<void>;
const asked = vi.fn();

beforeEach(() => {
  vi.resetModules();
  asked.mockClear();
  vi.stubGlobal("fetch", () => {
    asked();
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

/** The banner, and the box as it stands on the product page. */
async function show(offer: object | null) {
  shell.offer = offer;
  const [{ PromoBanner }, { useOffer }] = [await import("./promo-banner.tsx"), await import("./offer.ts")];
  const Box = () => <SpecialOfferBox offer={useOffer()} />;
  render(
    <>
      <PromoBanner />
      <Box />
    </>,
  );
}

const banner = () => document.querySelector("aside")?.textContent;
const points = () => [...document.querySelectorAll("li")].map(({ textContent }) => textContent);
const comeBack = () => act(async () => document.dispatchEvent(new Event("visibilitychange")));

test("loading: 'Special Offer' and no box, until it is there in both places", async () => {
  await show(null);
  expect([banner(), points()]).toEqual(["Special OfferShop Now", []]);
  expect(asked).toHaveBeenCalledOnce();
  await answer(diwali);
  expect([banner(), points()]).toEqual(["DiwaliShop Now", ["Gift wrap"]]);
});

test("an error is silent; the next look asks again", async () => {
  await show(null);
  await answer(Promise.reject(new TypeError("offline")));
  expect([banner(), points()]).toEqual(["Special OfferShop Now", []]);
  await comeBack();
  await answer(diwali);
  expect(banner()).toBe("DiwaliShop Now");
});

test("what came with the page is shown at once; an offer that has ended goes when one comes back", async () => {
  await show(diwali);
  expect([banner(), points(), asked.mock.calls.length]).toEqual(["DiwaliShop Now", ["Gift wrap"], 0]);
  await comeBack();
  await answer({ heading: "", points: [] });
  expect([banner(), points()]).toEqual(["Special OfferShop Now", []]);
});

test("a strange answer breaks nothing: what is shown stays (§8)", async () => {
  await show(null);
  await answer({ heading: "Diwali", points: "all" });
  expect([banner(), points()]).toEqual(["DiwaliShop Now", []]);
  await comeBack();
  await answer([null]);
  expect(banner()).toBe("DiwaliShop Now");
  await comeBack();
  await answer({});
  expect(banner()).toBe("Special OfferShop Now");
});
