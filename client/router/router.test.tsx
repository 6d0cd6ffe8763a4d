import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { carry, useCarried } from "../links.tsx";
import { isReloadDue, reloadDocument } from "../built-files.ts";
import { goThroughHistory, openAt } from "./for-jsdom.tsx";
import { type LoaderArgs, redirectTo } from "./page.ts";
import { useActivity, useLocation, useNavigate, useParams, useRefresh, usePageState } from "./react.tsx";

vi.mock("../built-files.ts", () => ({ isReloadDue: vi.fn(() => false), reloadDocument: vi.fn() }));

const Home = () => (
  <nav>
    <h1>Home</h1>
    <a href="/bowls?page=2#first">Bowls</a>
    <a href="/product/oak%20bowl" {...carry({ title: "Oak" })}>
      Oak bowl
    </a>
    <a href="/">Home again</a>
    <a href="#footer">Further down</a>
    <a href="/bowls" target="_blank" rel="noopener">
      In a new tab
    </a>
    <a href="/bowls" download>
      To keep
    </a>
    <a href="https://elsewhere.example/bowls">Elsewhere</a>
    <span>{useActivity()}</span>
  </nav>
);

const Product = () => {
  const carried = useCarried<{ title: string }>();
  return (
    <h1>
      {useParams()["id"]}, carried {carried?.title ?? "nothing"}
    </h1>
  );
};

const Bowls = () => (
  <>
    <h1>Bowls{useLocation().search}</h1>
    <p>{String(usePageState().data)}</p>
  </>
);

const heading = () => screen.getByRole("heading").textContent;
const address = () => location.pathname + location.search + location.hash;
const press = (name: string) => userEvent.click(screen.getByRole("link", { name }));

/** The clicks that were left to the browser; jsdom itself would only complain that it cannot follow them. */
let left: string[] = [];
const leave = (event: MouseEvent) => {
  if (!event.defaultPrevented) left.push((event.target as Element).textContent);
  event.preventDefault();
};

beforeEach(() => {
  vi.mocked(isReloadDue).mockReset().mockReturnValue(false);
  vi.mocked(reloadDocument).mockReset();
  left = [];
  window.addEventListener("click", leave);
});

afterEach(() => {
  window.removeEventListener("click", leave);
});

test("a link opens its page without a load, with what it carries", async () => {
  openAt("/", { "/": Home, "/product/:id": Product });
  await press("Oak bowl");
  await expect.poll(heading).toBe("oak bowl, carried Oak");
  expect(address()).toBe("/product/oak%20bowl");
  expect(left).toEqual([]);
});

test("Back and Forward show the pages again, with their parameters and what was carried", async () => {
  const router = openAt("/", { "/": Home, "/bowls": Bowls, "/product/:id": Product });
  await press("Oak bowl");
  await expect.poll(heading).toBe("oak bowl, carried Oak");
  const { key } = router.state.location;
  await act(() => router.navigate("/bowls?page=2"));
  expect(heading()).toBe("Bowls?page=2");
  await goThroughHistory(-1);
  await expect.poll(heading).toBe("oak bowl, carried Oak");
  expect(router.state).toMatchObject({ navigationType: "pop", location: { key } });
  await goThroughHistory(-1);
  await expect.poll(heading).toBe("Home");
  await goThroughHistory(2);
  await expect.poll(heading).toBe("Bowls?page=2");
});

test("a link to where one is takes no new entry in the history", async () => {
  const router = openAt("/", { "/": Home });
  const before = history.length;
  await press("Home again");
  await expect.poll(() => router.state.navigationType).toBe("replace");
  expect(history.length).toBe(before);
});

test.each(["Further down", "In a new tab", "To keep", "Elsewhere"])(
  "the link '%s' is the browser's",
  async (name) => {
    openAt("/", { "/": Home, "/bowls": Bowls });
    await press(name);
    expect(left).toEqual([name]);
    expect(heading()).toBe("Home");
  },
);

test.each(["Control", "Shift", "Meta", "Alt"])("a click with %s is the browser's", async (key) => {
  openAt("/", { "/": Home, "/bowls": Bowls });
  const visitor = userEvent.setup();
  await visitor.keyboard(`{${key}>}`);
  await visitor.click(screen.getByRole("link", { name: "Bowls" }));
  await visitor.keyboard(`{/${key}}`);
  expect(left).toEqual(["Bowls"]);
  expect(heading()).toBe("Home");
});

test("a jump inside the page asks for nothing, gets a key of its own, and Back finds the page again", async () => {
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

test("of two quick steps the later one wins, whichever page comes first; the earlier is called off", async () => {
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
  expect(heading()).toBe("Bowls?page=2");
  expect(screen.getByText("second")).toBeTruthy();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  expect(address()).toBe("/bowls?page=2");
});

test("Back overtakes a page that is still on its way", async () => {
  const router = openAt("/", {
    "/": Home,
    "/bowls": Bowls,
    "/slow": { Component: Product, load: () => new Promise(() => {}) },
  });
  await act(() => router.navigate("/bowls"));
  void router.navigate("/slow");
  await goThroughHistory(-1);
  await expect.poll(heading).toBe("Home");
  expect(router.state.activity).toBe("idle");
  expect(address()).toBe("/");
});

test("what the page on the screen still waits for is not called off by the next step", async () => {
  let signal: AbortSignal | undefined;
  const loader = (asked: LoaderArgs) => {
    ({ signal } = asked);
    return null;
  };
  const router = openAt("/", {
    "/": Home,
    "/bowls": { Component: Bowls, loader },
    "/slow": { Component: Product, load: () => new Promise(() => {}) },
  });
  await act(() => router.navigate("/bowls"));
  void router.navigate("/slow");
  expect(signal?.aborted).toBe(false);
});

test("a page that leads elsewhere is never an entry of its own", async () => {
  const router = openAt("/", {
    "/": Home,
    "/product-1": { Component: Product, loader: () => redirectTo("/bowls?page=1") },
    "/bowls": Bowls,
  });
  const before = history.length;
  await act(() => router.navigate("/product-1"));
  expect(address()).toBe("/bowls?page=1");
  expect(history.length).toBe(before + 1);
});

test.each<[what: string, page: Parameters<typeof openAt>[1][string], shown: string]>([
  ["its loader fails", { Component: Bowls, loader: () => Promise.reject(new Error("x")) }, "It failed."],
  ["its code cannot be had", { Component: Bowls, load: () => Promise.reject(new Error("x")) }, "It failed."],
  [
    "it breaks while it is drawn",
    () => {
      throw new Error("x");
    },
    "It broke.",
  ],
])(
  "when %s the fault stands in its place, at its address, and the way on is open",
  async (_, page, shown) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const router = openAt("/", { "/": Home, "/bowls": page });
    await act(() => router.navigate("/bowls"));
    expect(await screen.findByText(shown)).toBeTruthy();
    expect(address()).toBe("/bowls");
    expect(console.error).toHaveBeenCalled();
    await goThroughHistory(-1);
    await expect.poll(heading).toBe("Home");
  },
);

test("code that could not be had is asked for again at the next try", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const load = vi.fn().mockRejectedValueOnce(new Error("gone")).mockResolvedValue(null);
  const router = openAt("/", { "/": Home, "/bowls": { Component: Bowls, load } });
  await act(() => router.navigate("/bowls"));
  expect(screen.getByText("It failed.")).toBeTruthy();
  await act(() => router.navigate("/bowls"));
  expect(heading()).toBe("Bowls");
});

test("the page can ask for its data again, and says so meanwhile", async () => {
  const answers = ["old", "new"];
  const Refreshable = () => {
    const refresh = useRefresh();
    return (
      <button onClick={() => void refresh()}>
        {String(usePageState().data)} {useActivity()}
      </button>
    );
  };
  const router = openAt("/", {
    "/": Home,
    "/list": { Component: Refreshable, loader: () => Promise.resolve(answers.shift()) },
  });
  await act(() => router.navigate("/list"));
  await userEvent.click(screen.getByRole("button", { name: "old idle" }));
  expect(await screen.findByRole("button", { name: "new idle" })).toBeTruthy();
  expect(address()).toBe("/list");
});

test("a filter's step can replace the entry and keep the scroll position", async () => {
  const Filter = () => {
    const navigate = useNavigate();
    return (
      <button onClick={() => void navigate("/bowls?a=1", { replace: true, preventScrollReset: true })} />
    );
  };
  const router = openAt("/bowls", { "/bowls": Filter });
  const before = history.length;
  await userEvent.click(screen.getByRole("button"));
  await expect.poll(address).toBe("/bowls?a=1");
  expect(history.length).toBe(before);
  expect(router.state.preventScrollReset).toBe(true);
});

test("where the browser refuses a further entry it is asked to go there itself", async () => {
  const router = openAt("/", { "/": Home });
  vi.spyOn(history, "pushState").mockImplementation(() => {
    throw new DOMException("Too many calls", "SecurityError");
  });
  await act(() => router.navigate("/#footer"));
  expect(router.state.navigationType).toBe("jump");
  expect(address()).toBe("/#footer");
});

test("two slashes begin a path of the shop, not another host", async () => {
  const router = openAt("/", { "/": Home, "/bowls": Bowls });
  await act(() => router.navigate("//evil.example/bowls?page=2"));
  expect(screen.getByText("Nothing here.")).toBeDefined();
  expect(location.href).toBe(`${location.origin}//evil.example/bowls?page=2`);
  expect(router.state.location).toMatchObject({ pathname: "//evil.example/bowls", search: "?page=2" });
});

test("where the server has another build, a step loads the document at its address, with what it passes along", async () => {
  const load = vi.fn(() => Promise.resolve(null));
  const router = openAt("/", { "/": Home, "/bowls": { Component: Bowls, load } });
  const before = history.length;
  vi.mocked(isReloadDue).mockReturnValueOnce(true);
  await act(() => router.navigate("/bowls?page=2", { state: { title: "Oak" } }));
  expect(reloadDocument).toHaveBeenCalledTimes(1);
  expect(load).not.toHaveBeenCalled();
  expect(address()).toBe("/bowls?page=2");
  expect(history.state).toMatchObject({ state: { title: "Oak" } });
  expect(history.length).toBe(before + 1);
});

test("a page whose code the server no longer has is loaded as a document; without a connection it says so", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const load = () => Promise.reject(new Error("gone"));
  const router = openAt("/", { "/": Home, "/bowls": { Component: Bowls, load } });
  await act(() => router.navigate("/bowls"));
  expect(reloadDocument).not.toHaveBeenCalled();
  expect(router.state.pageState).toMatchObject({ failed: true, unreachable: true });
  vi.mocked(isReloadDue).mockReturnValueOnce(false).mockReturnValueOnce(true);
  await act(() => router.navigate("/bowls?page=2"));
  expect(reloadDocument).toHaveBeenCalledTimes(1);
});
