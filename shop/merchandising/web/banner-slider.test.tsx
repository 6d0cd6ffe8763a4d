import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Banner, BannerSlider } from "./banner-slider.tsx";

const createPicture = (name: string) => ({ src: `/${name}.jpg`, width: 2000, height: 860 });
const createBanner = (heading: string): Banner => ({
  heading,
  subHeading: "",
  desktop: createPicture("wide"),
  mobile: createPicture("upright"),
  alt: "",
});

let hidden = false;
beforeEach(() => {
  hidden = false;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
});

afterEach(() => vi.useRealTimers());

const getShown = () => document.querySelector("[data-shown]")?.getAttribute("aria-label");
const advance = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
const turnTab = (to: "hidden" | "visible") => {
  hidden = to === "hidden";
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
};

test("the banner advances every 3000 ms, pauses in a hidden tab, and restarts its timer after a click on a dot (§2.4)", () => {
  vi.useFakeTimers();
  render(<BannerSlider banners={[createBanner("One"), createBanner("Two"), createBanner("Three")]} />);
  advance(2_999);
  expect(getShown()).toBe("1 of 3");
  advance(1);
  expect(getShown()).toBe("2 of 3");

  turnTab("hidden");
  advance(60_000);
  expect(getShown()).toBe("2 of 3");
  turnTab("visible");
  advance(3_000);
  expect(getShown()).toBe("3 of 3");

  advance(2_000);
  fireEvent.click(screen.getByLabelText("Slide 2: Two"));
  expect(getShown()).toBe("2 of 3");
  advance(2_999);
  expect(getShown()).toBe("2 of 3");
  advance(1);
  expect(getShown()).toBe("3 of 3");
  advance(3_000);
  expect(getShown()).toBe("1 of 3");
});

test("the slides pause on hover and after a click on 'Pause the slides', and start paused if the visitor prefers reduced motion (§2.4)", () => {
  vi.useFakeTimers();
  const banners = [createBanner("One"), createBanner("Two")];
  const { unmount } = render(<BannerSlider banners={banners} />);
  const slider = screen.getByRole("region", { name: "From the workshop" });
  fireEvent.pointerEnter(slider, { pointerType: "mouse" });
  advance(10_000);
  expect(getShown()).toBe("1 of 2");
  fireEvent.pointerLeave(slider);
  advance(3_000);
  expect(getShown()).toBe("2 of 2");
  fireEvent.click(screen.getByRole("button", { name: "Pause the slides" }));
  advance(10_000);
  expect(getShown()).toBe("2 of 2");
  fireEvent.click(screen.getByRole("button", { name: "Play the slides" }));
  advance(3_000);
  expect(getShown()).toBe("1 of 2");
  unmount();

  vi.stubGlobal("matchMedia", () => ({ matches: true }));
  render(<BannerSlider banners={banners} />);
  expect(screen.getByRole("button", { name: "Play the slides" })).toBeDefined();
  advance(10_000);
  expect(getShown()).toBe("1 of 2");
});

test("the banner shows its portrait pictures up to a width of 431 px (§2.4)", () => {
  render(<BannerSlider banners={[createBanner("One")]} />);
  const crops = [...document.querySelectorAll("source")].map((source) => [source.media, source.srcset]);
  expect(crops.filter(([media]) => media).every(([media]) => media === "(max-width: 431px)")).toBe(true);
  expect(crops.filter(([media]) => media).map(([, file]) => file)).toEqual(Array(3).fill("/upright.jpg"));
  expect(crops.filter(([media]) => !media).map(([, file]) => file)).toEqual(Array(3).fill("/wide.jpg"));
});

test("a slide shows a placeholder with the picture's orientation while the picture loads (§2.4)", () => {
  const blurred = { desktop: { ...createPicture("wide"), placeholder: "data:,wide" } };
  const banner = { ...createBanner("Two"), ...blurred };
  const mobile = { ...createPicture("upright"), placeholder: "data:,upright" };
  render(<BannerSlider banners={[createBanner("One"), { ...banner, mobile }]} />);
  const placeholder = document.querySelector('img[src="data:,wide"]');
  const upright = placeholder?.parentElement?.querySelector("source");
  expect([upright?.media, upright?.srcset]).toEqual(["(max-width: 431px)", "data:,upright"]);
});
