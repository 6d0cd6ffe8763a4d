import { act, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { isReloadDue, reloadDocument } from "../built-files.ts";
import { Later } from "../loaded.tsx";
import { goThroughHistory, openAt } from "../../tests/support/jsdom/open-at.tsx";
import type { LoaderArgs } from "./page.ts";
import { readAddress, Bowls, readHeading, Home, Product } from "../../tests/support/jsdom/router-pages.tsx";
import { listenToErrors } from "../../tests/support/listen-to-errors.ts";

vi.mock("../built-files.ts", () => ({ isReloadDue: vi.fn(() => false), reloadDocument: vi.fn() }));

beforeEach(() => {
  vi.mocked(isReloadDue).mockReset().mockReturnValue(false);
  vi.mocked(reloadDocument).mockReset();
});

test("after two quick navigations the second page is shown, and the request of the first is aborted (§2.1)", async () => {
  const slow = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const loader = ({ url, signal }: LoaderArgs) => {
    signals.push(signal);
    return url.search === "?page=1" ? slow.promise : "second";
  };
  const router = openAt("/", { "/": Home, "/bowls": { Component: Bowls, loader } });
  const first = router.navigate("/bowls?page=1");
  await expect.poll(() => screen.getByText("navigating")).toBeTruthy();
  await act(() => router.navigate("/bowls?page=2"));
  slow.resolve("first");
  await act(() => first);
  expect(readHeading()).toBe("Bowls?page=2");
  expect(screen.getByText("second")).toBeTruthy();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(readAddress()).toBe("/bowls?page=2");
});

test("after a navigation, content below the first screen renders a moment later; on a first load it renders at once", async () => {
  const shown: string[] = [];
  const Long = () => (
    <>
      <h1>Long</h1>
      <Later>
        <p>Below</p>
      </Later>
    </>
  );
  const router = openAt("/long", { "/": Home, "/long": Long });
  expect(screen.getByText("Below")).toBeTruthy();
  await act(() => router.navigate("/"));
  new MutationObserver(() => shown.push(document.body.textContent)).observe(document, {
    childList: true,
    subtree: true,
  });
  void router.navigate("/long");
  expect(await screen.findByText("Below")).toBeTruthy();
  expect(shown).toEqual(["Long", "LongBelow"]);
});

test("the Back button cancels the navigation to a page that is still loading", async () => {
  const router = openAt("/", {
    "/": Home,
    "/bowls": Bowls,
    "/slow": { Component: Product, load: () => new Promise(() => {}) },
  });
  await act(() => router.navigate("/bowls"));
  void router.navigate("/slow");
  await goThroughHistory(-1);
  await expect.poll(readHeading).toBe("Home");
  expect(router.state.activity).toBe("idle");
  expect(readAddress()).toBe("/");
});

test.each<[what: string, page: Parameters<typeof openAt>[1][string], shown: string]>([
  ["the loader fails", { Component: Bowls, loader: () => Promise.reject(new Error("x")) }, "It failed."],
  ["the code fails to load", { Component: Bowls, load: () => Promise.reject(new Error("x")) }, "It failed."],
  [
    "the page throws while it renders",
    () => {
      throw new Error("x");
    },
    "It broke.",
  ],
])(
  "if %s, the error is shown at the page's URL, and the Back button works (§2.1)",
  async (_, page, shown) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const reported = listenToErrors();
    const router = openAt("/", { "/": Home, "/bowls": page });
    await act(() => router.navigate("/bowls"));
    expect(await screen.findByText(shown)).toBeTruthy();
    expect(reported).toEqual(shown === "It broke." ? [new Error("x")] : []);
    expect(readAddress()).toBe("/bowls");
    expect(console.error).toHaveBeenCalled();
    await goThroughHistory(-1);
    await expect.poll(readHeading).toBe("Home");
  },
);

test("after a new deployment, a navigation does a full page load, and history.state keeps the data that the link passed", async () => {
  // Start at the end of the history. From an earlier entry, a navigation would delete all later entries.
  history.pushState(null, "", "/");
  const load = vi.fn(() => Promise.resolve(null));
  const router = openAt("/", { "/": Home, "/bowls": { Component: Bowls, load } });
  const previous = history.length;
  vi.mocked(isReloadDue).mockReturnValueOnce(true);
  await act(() => router.navigate("/bowls?page=2", { state: { title: "Oak" } }));
  expect(reloadDocument).toHaveBeenCalledTimes(1);
  expect(load).not.toHaveBeenCalled();
  expect(readAddress()).toBe("/bowls?page=2");
  expect(history.state).toMatchObject({ state: { title: "Oak" } });
  expect(history.length).toBe(previous + 1);
});
