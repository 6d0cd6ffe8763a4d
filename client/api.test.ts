import { expect, onTestFinished, test, vi } from "vitest";
import { defineEndpoint } from "#contract/endpoint.ts";
import { isObject, readNothing } from "#contract/read.ts";
import { failAtOnce, neverAnswer, respond, stubAttempts } from "../tests/support/silent-network.ts";
import { call } from "./api.ts";

const listNotes = defineEndpoint("GET /api/notes", "public", {
  read: (body) => (isObject(body) ? body : undefined),
});

const leaveNote = defineEndpoint("POST /api/notes", "public", { read: readNothing });

const stubAnswer = (body: BodyInit | null, status = 200, type = "application/json") =>
  vi.stubGlobal("fetch", async () => new Response(body, { status, headers: { "content-type": type } }));

const ask = (signal?: AbortSignal) => call(listNotes, {}, signal);

test.each([
  ["a page instead of JSON", "<p>Back soon</p>", "text/html"],
  ["half of a JSON document", '{"success": tr', "application/json"],
])(
  "the API client throws the error not_json, with the HTTP status, for a response with %s (§5)",
  async (_, body, type) => {
    stubAnswer(body, 200, type);
    await expect(ask()).rejects.toMatchObject({ status: 200, code: "not_json" });
    stubAnswer(body, 502, type);
    await expect(ask()).rejects.toMatchObject({ status: 502, message: "HTTP 502", spoken: false });
  },
);

test("an API call whose connection is lost during the response throws the error 'offline', but an aborted call does not", async () => {
  const text = () => Promise.reject(new TypeError("network error"));
  vi.stubGlobal("fetch", async () => Object.assign(new Response(), { text }));
  await expect(ask()).rejects.toMatchObject({ status: 0, code: "offline" });
  await expect(ask(AbortSignal.abort())).rejects.toThrow(TypeError);
});

const neverEnd = respond([0, "{"]);

test.each([
  ["without a response", neverAnswer],
  ["whose response never ends", neverEnd],
])(
  "a POST request %s throws the error 'offline' after 25 seconds and is not sent again",
  async (_, attempt) => {
    const fetched = stubAttempts(attempt);
    const outcome = call(leaveNote, {}).catch((cause: unknown) => cause);
    await vi.advanceTimersByTimeAsync(24_999);
    expect(await Promise.race([outcome, Promise.resolve("waiting")])).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toMatchObject({ status: 0, code: "offline" });
    expect(fetched).toHaveLength(1);
  },
);

test.each([
  ["gets no response", neverAnswer],
  ["gets a response that never ends", neverEnd],
  ["fails at once", failAtOnce],
])("a GET request that %s is retried once", async (_, attempt) => {
  const fetched = stubAttempts(attempt, async () => Response.json({ notes: 3 }));
  const outcome = ask();
  await vi.advanceTimersByTimeAsync(25_000);
  expect(await outcome).toEqual({ notes: 3 });
  expect(fetched).toHaveLength(2);
});

test("an API call that is aborted or gets an error response is not retried", async () => {
  const refused = stubAttempts(async () => Response.json({ message: "Gone." }, { status: 503 }));
  await expect(ask()).rejects.toMatchObject({ status: 503 });
  expect(refused).toHaveLength(1);
  const fetched = stubAttempts(neverAnswer);
  const caller = new AbortController();
  const outcome = ask(caller.signal).catch((cause: unknown) => cause);
  await vi.advanceTimersByTimeAsync(10);
  caller.abort();
  expect(await outcome).toMatchObject({ name: "AbortError" });
  expect(fetched).toHaveLength(1);
});

test("an API call is sent to the page's own origin with its cookies (D90)", async () => {
  const fetched = vi.fn(async () => Response.json({}));
  vi.stubGlobal("fetch", fetched);
  await ask();
  expect(fetched).toHaveBeenCalledWith("/api/notes", expect.objectContaining({ credentials: "include" }));
});

test("if the page names another origin for the API, an API call is sent to that origin with its cookies (D90)", async () => {
  document.head.innerHTML = `<meta name="api" content="https://api.shop.example">`;
  onTestFinished(() => document.head.replaceChildren());
  const fetched = vi.fn(async () => Response.json({}));
  vi.stubGlobal("fetch", fetched);
  await ask();
  expect(fetched).toHaveBeenCalledWith(
    "https://api.shop.example/api/notes",
    expect.objectContaining({ credentials: "include" }),
  );
});
