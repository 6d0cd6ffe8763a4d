import type { Page } from "@playwright/test";
import { partMessages } from "#client/answer.ts";
import { waitUntilAwake } from "../screens/steps.ts";
import { expect } from "../support/shop.ts";
import { type Failing, listIdleParts } from "./failing-files.ts";

interface Click {
  name: string;
  /** Why it did not open; null where it did. */
  said: string | null;
  /** The page still has its contents and its footer. */
  whole: boolean;
}

const isSaid: string[] = [partMessages.unreachable, partMessages.outdated];

/** Presses every control that opens something, one after another, and closes it again. */
const clickOpeners = (page: Page): Promise<Click[]> =>
  page.evaluate(async (messages) => {
    const { said } = window as unknown as { said: string[] };
    const opened = () => document.querySelector("dialog[open]");
    const found = () => said.find((text) => messages.includes(text)) ?? null;
    const until = async (isSo: () => boolean) => {
      for (let tries = 0; tries < 300 && !isSo(); tries++) await new Promise(requestAnimationFrame);
    };
    const clicks: Click[] = [];
    const controls = document.querySelectorAll<HTMLElement>(
      '[aria-haspopup=dialog], [aria-label="Account"] [href="/logout"]',
    );
    for (const control of [...controls].filter((each) => each.checkVisibility())) {
      said.length = 0;
      control.click();
      await until(() => found() !== null || opened() !== null);
      clicks.push({
        name: control.ariaLabel ?? control.textContent,
        said: opened() ? null : (found() ?? "nothing"),
        whole: Boolean(document.querySelector("main")?.textContent && document.querySelector("footer")),
      });
      opened()?.dispatchEvent(new Event("cancel", { cancelable: true }));
      await until(() => opened() === null);
    }
    return clicks;
  }, isSaid);

/** Presses all other buttons that do not end the visit of the page, and goes near all that comes when it is near. */
const clickOthers = (page: Page): Promise<Click[]> =>
  page.evaluate(async () => {
    const { said } = window as unknown as { said: string[] };
    const frame = () => new Promise(requestAnimationFrame);
    const isFilledIn = ({ form }: HTMLButtonElement) =>
      [...(form?.querySelectorAll<HTMLInputElement>("[required], [aria-required]") ?? [])].every(
        ({ value }) => value !== "",
      );
    const leads = (button: HTMLButtonElement) =>
      /^(Buy Now|Log out everywhere)/.test(button.textContent) ||
      (button.type === "submit" && isFilledIn(button));
    // Of the entries of a list one stands for all.
    const kinds = new Set<string>();
    const isNew = ({ className, innerHTML }: HTMLButtonElement) =>
      kinds.size < kinds.add(className + innerHTML).size;
    for (const near of document.querySelectorAll("[aria-roledescription=carousel]")) near.scrollIntoView();
    const clicks: Click[] = [];
    for (const button of document.querySelectorAll("button")) {
      const isHere = button.checkVisibility() && !button.disabled && button.ariaHasPopup === null;
      if (!isHere || leads(button) || !isNew(button)) continue;
      said.length = 0;
      button.click();
      await frame();
      document.querySelector("dialog[open]")?.dispatchEvent(new Event("cancel", { cancelable: true }));
      await frame();
      clicks.push({
        name: button.ariaLabel ?? button.textContent,
        said: said.join(" "),
        whole: Boolean(document.querySelector("main")?.textContent && document.querySelector("footer")),
      });
    }
    return clicks;
  });

/** Opens a page whose later files fail while it is idle and at the first press, and are there at the second. */
export async function clickAll(page: Page, failing: Failing, address: string): Promise<void> {
  failing.now = true;
  failing.requested.clear();
  await page.goto(address);
  await waitUntilAwake(page);
  const missing = () =>
    listIdleParts(address).filter((part) => ![...failing.requested].some((file) => file.includes(part)));
  await expect.poll(missing).toEqual([]);
  // What no one has asked for yet fails in silence.
  expect(await page.evaluate("said")).toEqual([]);
  const others = await clickOthers(page);
  const first = await clickOpeners(page);
  failing.now = false;
  const second = await clickOpeners(page);
  await expect(page).toHaveURL(address);
  expect([...others, ...first, ...second].filter(({ whole }) => !whole)).toEqual([]);
  expect(first.length).toBeGreaterThanOrEqual(address === "/checkout" ? 0 : 3);
  expect(first.filter(({ said }) => said === null || said === "nothing")).toEqual([]);
  expect(second).toEqual(first.map((click) => ({ ...click, said: null })));
}
