import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useCollections } from "./collections.ts";
import { MenuBar } from "./menu-bar.tsx";
import { type Shell, ShellContext, useShellState } from "./shell-data.ts";

/* Tests the Collections dropdown in all its states (§2.2, §7, §8, D41). */
let collections: Shell["collections"];
const shell: Shell = { collections: null, offer: null, seller: null, scenes: [], year: 2026, publicUrl: "" };
vi.mock("#client/hover-menu.ts", () => ({
  useHoverMenu: () => () => ({ open: true, root: {}, button: {}, panel: {} }),
}));

vi.mock("./after-page.ts", () => ({ MenuPicture: () => null }));

let answers: unknown[] = [];
const requested = vi.fn();
let hidden = false;

beforeEach(() => {
  requested.mockClear();
  hidden = false;
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
  vi.stubGlobal("fetch", async () => {
    requested();
    const answer = answers.shift();
    if (answer === undefined) throw new TypeError("offline");
    return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
  });
});

afterEach(() => vi.useRealTimers());

const Menu = () => (
  <ShellContext value={useShellState({ ...shell, collections })}>
    <Bar />
  </ShellContext>
);
const Bar = () => <MenuBar collections={useCollections()} />;
const listShown = () =>
  [...screen.getByLabelText("Collections").children].map(({ textContent }) => textContent);
const signalVisible = () => act(async () => document.dispatchEvent(new Event("visibilitychange")));

test("the menu shows 'Loading collections...' until a valid response arrives, and a message if the list is empty (§2.2, §7, §8, D41)", async () => {
  collections = null;
  answers = [];
  await act(async () => render(<Menu />));
  expect(listShown()).toEqual(["Loading collections..."]);
  answers = [{ success: true }];
  await signalVisible();
  expect(listShown()).toEqual(["Loading collections..."]);
  answers = [{ success: true, categories: [{ name: "Diwali Gifting" }] }];
  await signalVisible();
  expect(listShown()).toEqual(["Diwali Gifting"]);
  answers = [{ success: true, categories: [] }];
  await signalVisible();
  expect(listShown()).toEqual(["No collections available"]);
});

test("collections are requested every 30 s while the tab is visible, and at once when it becomes visible (§2.2, §7, §8, D41)", async () => {
  vi.useFakeTimers();
  collections = [{ name: "Evening Chai" }];
  answers = [1, 2].map(() => ({ success: true, categories: collections }));
  render(<Menu />);
  await act(() => vi.advanceTimersByTimeAsync(29_999));
  expect(requested).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(requested).toHaveBeenCalledTimes(1);
  hidden = true;
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(requested).toHaveBeenCalledTimes(1);
  hidden = false;
  await signalVisible();
  expect(requested).toHaveBeenCalledTimes(2);
  expect(listShown()).toEqual(["Evening Chai"]);
});
