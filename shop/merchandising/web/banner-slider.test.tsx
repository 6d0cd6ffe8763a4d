import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Banner, BannerSlider } from "./banner-slider.tsx";

/* The banner's clock and its two cuts (§2.4, §9). */
const picture = (name: string) => ({ src: `/${name}.jpg`, width: 2000, height: 860 });
const banner = (heading: string): Banner => ({
  heading,
  subHeading: "",
  desktop: picture("wide"),
  mobile: picture("upright"),
  alt: "",
});

let hidden = false;
beforeEach(() => {
  hidden = false;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(() => vi.useRealTimers());

const shown = () => document.querySelector("[data-shown]")?.getAttribute("aria-label");
const after = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
const turnTab = (to: "hidden" | "visible") => {
  hidden = to === "hidden";
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
};

test("goes on every 3000 ms, waits while the tab is hidden, and a dot restarts the time", () => {
  vi.useFakeTimers();
  render(<BannerSlider banners={[banner("One"), banner("Two"), banner("Three")]} />);
  after(2_999);
  expect(shown()).toBe("1 of 3");
  after(1);
  expect(shown()).toBe("2 of 3");

  turnTab("hidden");
  after(60_000);
  expect(shown()).toBe("2 of 3");
  turnTab("visible");
  after(3_000);
  expect(shown()).toBe("3 of 3");

  after(2_000);
  fireEvent.click(screen.getByLabelText("Slide 2: Two"));
  expect(shown()).toBe("2 of 3");
  after(2_999);
  expect(shown()).toBe("2 of 3");
  after(1);
  expect(shown()).toBe("3 of 3");
  after(3_000);
  expect(shown()).toBe("1 of 3");
});

test("the upright pictures stand at 431 px or less", () => {
  render(<BannerSlider banners={[banner("One")]} />);
  const cuts = [...document.querySelectorAll("source")].map((source) => [source.media, source.srcset]);
  expect(cuts.filter(([media]) => media).every(([media]) => media === "(max-width: 431px)")).toBe(true);
  expect(cuts.filter(([media]) => media).map(([, file]) => file)).toEqual(Array(3).fill("/upright.jpg"));
  expect(cuts.filter(([media]) => !media).map(([, file]) => file)).toEqual(Array(3).fill("/wide.jpg"));
});
