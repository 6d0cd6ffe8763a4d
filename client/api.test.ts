import { expect, test, vi } from "vitest";
import { defineEndpoint } from "#contract/endpoint.ts";
import { isObject, readNothing } from "#contract/read.ts";
import { call } from "./api.ts";

const listNotes = defineEndpoint(() => undefined, {
  method: "GET",
  path: "/api/notes",
  policy: "public",
  read: (body) => (isObject(body) ? body : undefined),
});

const leaveNote = defineEndpoint(() => undefined, {
  method: "POST",
  path: "/api/notes",
  policy: "public",
  read: readNothing,
});

/* What comes of an answer that is not what it should be. */
const stubAnswer = (body: BodyInit | null, status = 200, type = "application/json") =>
  vi.stubGlobal("fetch", async () => new Response(body, { status, headers: { "content-type": type } }));

const ask = (signal?: AbortSignal) => call(listNotes, {}, signal);

test.each([
  ["a page instead of JSON", "<p>Back soon</p>", "text/html"],
  ["half of a JSON", '{"success": tr', "application/json"],
])("a response with %s throws not_json with its status (§5)", async (_, body, type) => {
  stubAnswer(body, 200, type);
  await expect(ask()).rejects.toMatchObject({ status: 200, code: "not_json" });
  stubAnswer(body, 502, type);
  await expect(ask()).rejects.toMatchObject({ status: 502, message: "HTTP 502", spoken: false });
});

test("an endpoint decides whether a response without JSON is a success", async () => {
  stubAnswer(null, 204);
  await expect(call(leaveNote, {})).resolves.toEqual({ success: true });
  stubAnswer("Welcome!", 201, "text/plain");
  await expect(call(leaveNote, {})).resolves.toEqual({ success: true });
  stubAnswer('{"success":false,"message":"Closed."}');
  await expect(call(leaveNote, {})).rejects.toMatchObject({
    status: 200,
    message: "Closed.",
  });
});

test("a refused call throws with the shop's message", async () => {
  stubAnswer('{"success":false,"code":"gone","message":"It is gone."}', 404);
  await expect(ask()).rejects.toMatchObject({
    status: 404,
    code: "gone",
    message: "It is gone.",
    spoken: true,
  });
});

test("a connection that breaks during the response counts as offline, and an aborted call is not reported as that", async () => {
  const text = () => Promise.reject(new TypeError("network error"));
  vi.stubGlobal("fetch", async () => Object.assign(new Response(), { text }));
  await expect(ask()).rejects.toMatchObject({ status: 0, code: "offline" });
  await expect(ask(AbortSignal.abort())).rejects.toThrow(TypeError);
});

test("a call goes to the page's own origin, with its cookies (D90)", async () => {
  const fetched = vi.fn(async () => Response.json({}));
  vi.stubGlobal("fetch", fetched);
  await ask();
  expect(fetched).toHaveBeenCalledWith("/api/notes", expect.objectContaining({ credentials: "include" }));
});
