import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { goThroughHistory, openAt } from "../../tests/support/jsdom/open-at.tsx";
import { readAddress, Bowls, readHeading, Home, Product } from "../../tests/support/jsdom/router-pages.tsx";

const click = (name: string) => userEvent.click(screen.getByRole("link", { name }));

/** The texts of clicked links that the router has left to the browser. jsdom itself cannot navigate. */
let left: string[] = [];
const leave = (event: MouseEvent) => {
  if (!event.defaultPrevented) left.push((event.target as Element).textContent);
  event.preventDefault();
};

beforeEach(() => {
  // Go to the end of the history, because a navigation from an earlier entry would delete all later entries.
  history.pushState(null, "", "/");
  left = [];
  window.addEventListener("click", leave);
});

afterEach(() => {
  window.removeEventListener("click", leave);
});

test("a link opens its page without loading a new HTML document, and passes its data to the page", async () => {
  openAt("/", { "/": Home, "/product/:id": Product });
  await click("Oak bowl");
  await expect.poll(readHeading).toBe("oak bowl, carried Oak");
  expect(readAddress()).toBe("/product/oak%20bowl");
  expect(left).toEqual([]);
});

test("Back and Forward show the pages again with their parameters and the data that the links passed (§2.1)", async () => {
  const router = openAt("/", { "/": Home, "/bowls": Bowls, "/product/:id": Product });
  await click("Oak bowl");
  await expect.poll(readHeading).toBe("oak bowl, carried Oak");
  const { key } = router.state.location;
  await act(() => router.navigate("/bowls?page=2"));
  expect(readHeading()).toBe("Bowls?page=2");
  await goThroughHistory(-1);
  await expect.poll(readHeading).toBe("oak bowl, carried Oak");
  expect(router.state).toMatchObject({ navigationType: "pop", location: { key } });
  await goThroughHistory(-1);
  await expect.poll(readHeading).toBe("Home");
  await goThroughHistory(2);
  await expect.poll(readHeading).toBe("Bowls?page=2");
});

test("a link to the current page adds no entry to the browser history", async () => {
  const router = openAt("/", { "/": Home });
  const previous = history.length;
  await click("Home again");
  await expect.poll(() => router.state.navigationType).toBe("replace");
  expect(history.length).toBe(previous);
});

test.each([
  ["to an anchor", "Further down"],
  ["that opens a new tab", "In a new tab"],
  ["to a download", "To keep"],
  ["to another site", "Elsewhere"],
])("the browser, and not the shop's router, opens a link %s", async (_, name) => {
  openAt("/", { "/": Home, "/bowls": Bowls });
  await click(name);
  expect(left).toEqual([name]);
  expect(readHeading()).toBe("Home");
});

test.each(["Control", "Shift", "Meta", "Alt"])(
  "the browser, and not the shop's router, opens a link that is clicked with %s",
  async (key) => {
    openAt("/", { "/": Home, "/bowls": Bowls });
    const visitor = userEvent.setup();
    await visitor.keyboard(`{${key}>}`);
    await visitor.click(screen.getByRole("link", { name: "Bowls" }));
    await visitor.keyboard(`{/${key}}`);
    expect(left).toEqual(["Bowls"]);
    expect(readHeading()).toBe("Home");
  },
);

test("a link to an anchor on the page requests nothing and adds a history entry, and Back returns to the earlier position", async () => {
  const loader = vi.fn(() => "data");
  const router = openAt("/bowls", { "/bowls": { Component: Bowls, loader } });
  const { key } = router.state.location;
  await act(async () => {
    location.hash = "#footer";
  });
  await expect
    .poll(() => router.state)
    .toMatchObject({ navigationType: "jump", location: { hash: "#footer" } });
  expect(router.state.location.key).not.toBe(key);
  await goThroughHistory(-1);
  await expect.poll(() => router.state).toMatchObject({ navigationType: "pop", location: { hash: "", key } });
  expect(loader).not.toHaveBeenCalled();
});

test("a path that begins with two slashes is a path of the shop, not another host (§2.1, D32)", async () => {
  const router = openAt("/", { "/": Home, "/bowls": Bowls });
  await act(() => router.navigate("//evil.example/bowls?page=2"));
  expect(screen.getByText("Nothing here.")).toBeDefined();
  expect(location.href).toBe(`${location.origin}//evil.example/bowls?page=2`);
  expect(router.state.location).toMatchObject({ pathname: "//evil.example/bowls", search: "?page=2" });
});
