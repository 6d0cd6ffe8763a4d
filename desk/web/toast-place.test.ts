import { beforeEach, expect, test } from "vitest";
import { placeToasts } from "./toast-place.ts";

placeToasts();

const TOASTS = { top: 700, height: 60 };

function draw(html: string): void {
  document.body.innerHTML = `${html}<div class="Toastify__toast-container"><p>Saved.</p></div>`;
  for (const element of document.querySelectorAll<HTMLElement>("[data-top], .Toastify__toast-container")) {
    const { top, height } = element.dataset["top"]
      ? { top: Number(element.dataset["top"]), height: 40 }
      : TOASTS;
    element.getBoundingClientRect = () => new DOMRect(0, top, 300, height);
  }
}

const showToast = () =>
  document.querySelector("p")?.dispatchEvent(new Event("animationstart", { bubbles: true }));

const isAbove = () => document.documentElement.hasAttribute("data-toasts-above");

beforeEach(() => document.documentElement.removeAttribute("data-toasts-above"));

test.each([
  ["a form's button", '<form><button type="submit" data-top="690">Save</button></form>'],
  ["the bar of a selection", '<div data-bar data-top="730"></div>'],
])("a new toast is at the top if it would cover %s", (_, html) => {
  draw(html);
  showToast();
  expect(isAbove()).toBe(true);
});

test("a toast at the bottom moves to the top while it would cover the focused control", () => {
  draw('<button data-top="100">First</button><button data-top="720">Second</button>');
  const [first, second] = document.querySelectorAll("button");
  showToast();
  expect(isAbove()).toBe(false);
  second?.focus();
  expect(isAbove()).toBe(true);
  first?.focus();
  expect(isAbove()).toBe(false);
});

test("a toast at the bottom moves to the top when a save box appears below it", async () => {
  draw('<div data-bar data-top="730" hidden></div>');
  const bar = document.querySelector<HTMLElement>("[data-bar]");
  const shownAt = bar?.getBoundingClientRect();
  if (bar) bar.getBoundingClientRect = () => (bar.hidden ? new DOMRect() : (shownAt ?? new DOMRect()));
  showToast();
  expect(isAbove()).toBe(false);
  bar?.toggleAttribute("hidden", false);
  await expect.poll(isAbove).toBe(true);
});

test("a toast does not move while one of its buttons has the focus", () => {
  draw('<div data-bar data-top="730"></div>');
  showToast();
  document.querySelector("p")?.insertAdjacentHTML("beforeend", "<button>Undo</button>");
  document.querySelector("button")?.focus();
  expect(isAbove()).toBe(true);
});
