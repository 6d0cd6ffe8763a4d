import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { pagePaths } from "#contract/page-paths.ts";
import { findPage } from "../../web/routes.tsx";
import { startVisit } from "../../web/shell/visitor.ts";
import {
  requested,
  type Backend,
  leave,
  messages,
  readScreen,
  type BackendResponse,
  serve,
  unreadable,
  visit,
} from "./backend.tsx";
import { RETRIES, ROUNDS, settle } from "./settle.ts";
import { calls } from "./calls.ts";
import { documented, type DocumentedCall } from "./played.ts";
import { isLongForm } from "../support/long-form.ts";
import { gatherVariants, listVariants } from "./variants.ts";

/* Tests the pages with a backend that follows §7: with minimal responses, errors, and missing or odd fields. */

vi.mock("#ui/toast.ts", () => {
  const say = (words: string) => void messages.push(words);
  return {
    toastError: say,
    toastErrors: (all: readonly string[]) => all.forEach(say),
    toastInfo: say,
    toastSuccess: say,
    prepareToasts: () => {},
  };
});
vi.mock("#client/live.ts", () => ({
  useLive: () => {},
  subscribeLive: () => () => {},
  closeLive: () => {},
}));

beforeAll(async () => {
  stubBrowser();
  // Dynamic imports do not finish while the clock is fake, so load all modules first.
  await Promise.all(
    Object.values(pagePaths)
      .flat()
      .map((path) => findPage(path).route.load()),
  );
  const parts = import.meta.glob([
    "../**/*.tsx",
    "../../{client,ui}/**/*.tsx",
    "../../shop/*/web/*.tsx",
    "!**/*.test.tsx",
    "!../entry-*.tsx",
  ]);
  await Promise.all(Object.values(parts).map((load) => load()));
  startVisit();
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  vi.setSystemTime("2026-11-20T12:00:00.000Z");
  stubBrowser();
});

afterEach(() => {
  leave();
  serve({});
  window.dispatchEvent(new Event("pageshow"));
  vi.useRealTimers();
});

function stubBrowser(): void {
  vi.stubGlobal("alert", (words: string) => void messages.push(words));
  vi.stubGlobal("scrollTo", () => {});
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  );
  Element.prototype.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
}

const played = documented.flatMap((name) => {
  const call = calls[name];
  return "unused" in call ? [] : [{ name, ...call }];
});
type Call = (typeof played)[number];

const bareBackend: Backend = Object.fromEntries(played.map(({ name, bare: [sent] }) => [name, sent]));

async function play(
  { name, page, as, act, before, after }: Call,
  sent: BackendResponse,
  rounds = ROUNDS,
): Promise<void> {
  serve({ ...bareBackend, ...before, [name]: sent }, name, after);
  if (as === "customer") {
    localStorage.setItem("user", '{"id":"asha"}');
    localStorage.setItem("accessToken", "access");
  }
  window.dispatchEvent(new Event("pageshow"));
  await visit(typeof page === "string" ? page : page(), rounds);
  await act?.();
}

const expectSeen = (words: readonly string[]) => {
  const text = readScreen();
  for (const expected of words) expect(text).toContain(expected);
  expect(text).not.toMatch(unreadable);
};

const describeViolation = ({ status = 200, body }: BackendResponse) =>
  `${status} ${body === undefined ? "and nothing" : JSON.stringify(body).slice(0, 70)}`;

describe.each(played)("$name", (call) => {
  const outcomes = [call.bare, ...(call.forms ?? []), ...call.failures];
  test.each(outcomes.map(([sent, ...words]) => ({ answer: describeViolation(sent), sent, words })))(
    "the page shows the right texts for the response $answer (§3, §7, D101)",
    async ({ sent, words }) => {
      await play(call, sent);
      if ((sent.status ?? 200) >= 500) await settle(RETRIES);
      const [method, path = ""] = call.name.split(" ");
      const pattern = path.replace(/\?.*/, "").replaceAll(/\{\w+\}/g, "[^/]+");
      expect(requested.some((one) => new RegExp(`^${method} ${pattern}$`).test(one))).toBe(true);
      expectSeen(words);
    },
  );

  if (call.full === undefined) return;
  const variants = listVariants(call.full, call.others).filter((_, at) => isLongForm || at % 3 === 0);
  test(`the page shows a complete response, and no unreadable text for ${variants.length} responses with missing or odd fields`, async () => {
    const playVariant = async (name: string, body: unknown) => {
      await play(call, { body }, 2);
      const text = readScreen();
      expect(text, name).not.toMatch(unreadable);
      startAnew();
      return text;
    };
    expect(await playVariant("whole", call.full)).toContain(call.entry ?? "");
    for (const { body, variants: some } of gatherVariants(call.full, variants)) {
      await play(call, { body }, 2);
      const text = readScreen();
      startAnew();
      // If the page shows too few entries, one change breaks the list. Test each change alone to find it.
      const { entry } = call;
      const isProof = some.length === 1 || !entry || text.split(entry).length > some.length / 2;
      if (isLongForm || !isProof || unreadable.test(text))
        for (const { name, body: changed } of some) await playVariant(name, changed);
    }
  });
});

function startAnew(): void {
  leave();
  window.dispatchEvent(new Event("pageshow"));
}

/** Calls of this server that §7 does not contain. Pages must also work with a backend that lacks them. */
const OWN = [
  "PUT /api/orders/{}/return",
  "PUT /api/orders/{}/delivery",
  "GET /api/orders/{}/pieces/{}/refunds",
  "PUT /api/orders/{}/pieces/{}/cancel",
  "GET /api/account/newsletter",
  "PUT /api/account/newsletter",
  "GET /api/products/search",
  "GET /api/products/complements/{}",
  "GET /api/products/hot/{}",
  "GET /api/storefront",
  "GET /api/texts/{}",
  "GET /api/wishlist",
  "POST /api/wishlist/add",
  "DELETE /api/wishlist/remove",
  "POST /api/newsletter",
  "GET /api/account/reviews",
  "GET /api/reviews/{}",
  "POST /api/reviews",
  "POST /api/back-in-stock",
  "POST /api/browser-errors",
  "POST /api/visits",
  "GET /api/auth/provider",
  "POST /api/auth/logout",
  "GET /api/account",
  "PATCH /api/account",
  "POST /api/account/password",
  "GET /api/account/sessions",
  "DELETE /api/account/sessions",
  "DELETE /api/account/sessions/{}",
  "GET /api/account/activity",
  "GET /api/account/data",
  "DELETE /api/account",
  "GET /api/orders/{}/papers/{}",
  "POST /api/payments/window",
  "POST /api/payments/return",
  "POST /api/payments/webhook/test",
  "POST /api/payments/webhook/razorpay",
];

test("every API call is tested with its documented responses, or is listed as an extra call beyond §7 (§3, D101)", () => {
  const modules = import.meta.glob<Record<string, unknown>>("../../shop/*/endpoints.ts", { eager: true });
  const declared = Object.values(modules)
    .flatMap((module) => Object.values(module))
    .filter((value): value is Endpoint => typeof value === "object" && value !== null && "path" in value)
    .map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, "{}")}`);
  const documentedPaths = documented.map((name: DocumentedCall) =>
    name.replace(/\?.*/, "").replaceAll(/\{\w+\}/g, "{}"),
  );
  expect(declared.toSorted()).toEqual([...documentedPaths, ...OWN].toSorted());
});
