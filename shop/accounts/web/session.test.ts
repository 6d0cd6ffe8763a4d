import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { defineEndpoint } from "#contract/endpoint.ts";
import { parseUser, type User } from "../user.ts";

const shown = vi.hoisted(() => [] as string[]);
vi.mock("#ui/toast.ts", () => {
  const say = (text: string) => void shown.push(text);
  return { toastError: say, toastInfo: say, toastSuccess: say };
});

const visited = vi.hoisted(() => [] as string[]);
vi.mock("#client/links.tsx", () => ({ goTo: (path: string) => Promise.resolve(void visited.push(path)) }));

const asha = parseUser({ id: "asha", firstName: "Asha", email: "asha@example.com" })!;

const readMine = defineEndpoint("GET /api/mine", "customer");

let requested: string[];
/** The only access token that the fake server accepts; null after the session has ended. */
let valid: string | null;

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
  history.replaceState(null, "", "/");
  requested = [];
  shown.length = 0;
  visited.length = 0;
  valid = "fresh";
  vi.stubGlobal("fetch", async (path: string, init: { headers: Record<string, string> }) => {
    requested.push(path);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (path === "/api/auth/refresh" || path === "/api/auth/refresh-token") {
      return valid === null
        ? createRefusal()
        : Response.json({ success: true, message: "", accessToken: valid });
    }
    if (path === "/api/auth/logout") return Response.json({ success: true, message: "" });
    if (path === "/api/account") return Response.json({ success: true, user: asha });
    return init.headers["authorization"] === `Bearer ${valid}`
      ? Response.json({ mine: "yes" })
      : createRefusal();
  });
});

const createRefusal = () =>
  Response.json({ success: false, code: "unauthorized", message: "no" }, { status: 401 });

function store(accessToken: string | null, user: User | null = asha) {
  if (user) localStorage.setItem("user", JSON.stringify(user));
  if (accessToken) localStorage.setItem("accessToken", accessToken);
  localStorage.setItem("refreshToken", "refresh");
}

async function openTab() {
  const session = await import("./session.ts");
  const { call } = await import("#client/api.ts");
  void session.restoreSession();
  return { session, readMine: () => call(readMine, {}) };
}

test("five requests that get 401 at once share one token refresh, and all five succeed (§4, D17, D47, D58)", async () => {
  store("stale");
  const { readMine } = await openTab();
  const answers = await Promise.all(Array.from({ length: 5 }, readMine));
  expect(answers).toEqual(Array.from({ length: 5 }, () => ({ mine: "yes" })));
  expect(requested.filter((path) => path === "/api/auth/refresh")).toHaveLength(1);
  expect(localStorage.getItem("accessToken")).toBe("fresh");
});

test("a refused token refresh clears the storage, shows one toast and opens the login page (§4, §8, D17, D47, D58)", async () => {
  store("stale");
  valid = null;
  const { session, readMine } = await openTab();
  expect(session.getSession().user?.firstName).toBe("Asha");
  const outcomes = await Promise.allSettled([readMine(), readMine()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(session.getSession()).toEqual({ user: null, isRestored: true, expired: true });
  expect(localStorage).toHaveLength(0);
  expect(shown).toEqual(["Session expired. Please log in again."]);
  expect(visited).toEqual(["/log-in"]);
});

test("a session that expires on the login page keeps the redirect target (§2.1, D33)", async () => {
  history.replaceState(null, "", "/log-in?redirect=%2Fcheckout");
  store("stale");
  valid = null;
  const { session, readMine } = await openTab();
  await Promise.allSettled([readMine()]);
  expect(session.getSession()).toMatchObject({ user: null, expired: true });
  expect(visited).toEqual([]);
});

test("a stored refresh token starts a session when the shop opens, and the older key 'token' still works (§3)", async () => {
  store(null);
  const { session } = await openTab();
  expect(session.getSession().isRestored).toBe(false);
  await expect.poll(() => session.getSession().isRestored).toBe(true);
  expect(requested).toEqual(["/api/auth/refresh-token"]);
  expect(session.getSession().user?.firstName).toBe("Asha");

  localStorage.removeItem("accessToken");
  localStorage.setItem("token", "fresh");
  vi.resetModules();
  const older = await openTab();
  expect(older.session.getSession().user?.firstName).toBe("Asha");
  expect(await older.readMine()).toEqual({ mine: "yes" });
});

test.each([
  ["that contains the customer", { user: { id: "asha" } }, "asha"],
  ["with only the token", {}, undefined],
])(
  "if only a refresh token is stored, a refresh response %s starts either a complete session or none (§4, D17, D47, D58)",
  async (_, extra, id) => {
    localStorage.setItem("refreshToken", "refresh");
    vi.stubGlobal("fetch", async () => Response.json({ accessToken: "fresh", ...extra }));
    const { session } = await openTab();
    window.dispatchEvent(new Event("pageshow"));
    expect(session.getSession().isRestored).toBe(false);
    await expect.poll(() => session.getSession().isRestored).toBe(true);
    expect(session.getSession().user?._id).toBe(id);
    expect(Object.keys(localStorage).toSorted()).toEqual(id ? ["accessToken", "refreshToken", "user"] : []);
  },
);

test("if the token refresh is refused when the shop opens, a toast is shown and the stored session cleared (§8)", async () => {
  store(null);
  valid = null;
  const { session } = await openTab();
  await expect.poll(() => session.getSession().isRestored).toBe(true);
  expect(shown).toEqual(["Failed to refresh token"]);
  expect(localStorage).toHaveLength(0);
});

test("a session that expires in one tab expires in other tabs too, which keep the checkout input (§4, §8, D58)", async () => {
  store("stale");
  valid = null;
  const first = await openTab();
  vi.resetModules();
  const second = await openTab();
  const events = recordStorageEvents();
  await Promise.allSettled([first.readMine()]);
  for (const event of events) window.dispatchEvent(event);
  expect(second.session.getSession()).toEqual({ user: null, isRestored: true, expired: true });
  expect(localStorage).toHaveLength(0);
  store("fresh");
  window.dispatchEvent(new StorageEvent("storage", { key: "accessToken" }));
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: "accessToken" }));
  expect(second.session.getSession()).toEqual({ user: null, isRestored: true });
});

/** Returns the events that other tabs receive. In these tests all tabs share one window, which receives none. */
function recordStorageEvents(): StorageEvent[] {
  const events: StorageEvent[] = [];
  for (const name of ["setItem", "removeItem"] as const) {
    const change = Storage.prototype[name];
    vi.spyOn(Storage.prototype, name).mockImplementation(function (this: Storage, key: string, value = "") {
      events.push(new StorageEvent("storage", { key, newValue: name === "setItem" ? value : null }));
      change.call(this, key, value);
    });
  }
  return events;
}

test("after a login without JavaScript, the page deletes a stored session of an earlier login if the API has its own origin (D90)", async () => {
  document.head.innerHTML = `<meta name="api" content="https://api.shop.example">`;
  onTestFinished(() => document.head.replaceChildren());
  document.cookie = "session-begun=1; Path=/";
  store("fresh");
  const { session } = await openTab();
  await vi.waitFor(() => expect(session.getSession()).toEqual({ user: null, isRestored: true }));
  expect([requested, localStorage.length, document.cookie]).toEqual([[], 0, ""]);
});

test("a tab that is notified late of an expiry, a login and a logout in another tab is logged out (§4, D58)", async () => {
  store("fresh");
  const { session } = await openTab();
  window.dispatchEvent(new StorageEvent("storage", { key: "sessionExpired", newValue: "yes" }));
  for (const key of ["user", "accessToken"]) window.dispatchEvent(new StorageEvent("storage", { key }));
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: "user" }));
  expect(session.getSession()).toEqual({ user: null, isRestored: true });
});

test("a tab logs out if its storage is cleared from outside (§4, D58)", async () => {
  store("fresh");
  const { session } = await openTab();
  localStorage.clear();
  window.dispatchEvent(new StorageEvent("storage", { key: null }));
  expect(session.getSession()).toEqual({ user: null, isRestored: true });
});

test("a logout ends the session in other tabs (§4, D17, D47, D58)", async () => {
  store("fresh");
  const first = await openTab();
  vi.resetModules();
  const second = await openTab();
  await first.session.logOutNow();
  expect(visited).toEqual(["/log-in"]);
  window.dispatchEvent(new StorageEvent("storage", { key: "user" }));
  expect(second.session.getSession()).toEqual({ user: null, isRestored: true });
});

test("two tabs that get 401 at the same time share one token refresh (§4, D17, D47, D58)", async () => {
  let queue: Promise<unknown> = Promise.resolve();
  const request = <T>(_name: string, _options: object, work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn.catch(() => {});
    return turn;
  };
  vi.stubGlobal("navigator", Object.create(navigator, { locks: { value: { request } } }));
  store("stale");
  const first = await openTab();
  vi.resetModules();
  const second = await openTab();
  expect(await Promise.all([first.readMine(), second.readMine()])).toEqual([
    { mine: "yes" },
    { mine: "yes" },
  ]);
  expect(requested.filter((path) => path === "/api/auth/refresh")).toHaveLength(1);
});

test("a request that gets 401 again after the token refresh is not sent a third time (§4, D17, D47, D58)", async () => {
  store("stale");
  const { readMine } = await openTab();
  const answering = fetch;
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    if (path !== "/api/mine") return answering(path, init);
    requested.push(path);
    return createRefusal();
  });
  await expect(readMine()).rejects.toMatchObject({ status: 401 });
  expect(requested).toEqual(["/api/mine", "/api/auth/refresh", "/api/mine"]);
});

test("a page from the back/forward cache reads the stored session again (§4, D17, D47, D58)", async () => {
  store("fresh");
  const { session } = await openTab();
  localStorage.clear();
  window.dispatchEvent(new Event("pageshow"));
  expect(session.getSession()).toEqual({ user: null, isRestored: true });
});

test("a login stores the user, the access token and the refresh token, and removes the older key 'token' (§3)", async () => {
  localStorage.setItem("token", "of last year");
  const { session } = await openTab();
  const tokens = { accessToken: "access", refreshToken: "refresh" };
  vi.stubGlobal("fetch", async () => Response.json({ success: true, message: "", user: asha, ...tokens }));
  await session.logInWith({ email: asha.email, password: "teak and mango" });
  expect(Object.fromEntries(Object.entries(localStorage))).toEqual({ user: JSON.stringify(asha), ...tokens });
  expect(session.getSession().user).toEqual(asha);
});
