import * as streams from "node:stream/web";
import { cleanup, configure } from "@testing-library/react";
import * as React from "react";
import { afterEach } from "vitest";

// Testing Library only cleans up automatically if test functions are global, and here they are imported.
afterEach(cleanup);

// A busy machine renders slowly.
configure({ asyncUtilTimeout: 30_000 });

// jsdom lacks these APIs, which every browser has.
const { ReadableStream, TextDecoderStream } = streams;
Object.assign(globalThis, { ReadableStream, TextDecoderStream });

// jsdom has no window width, so no media query matches unless a test says so.
Object.assign(globalThis, { matchMedia: () => Object.assign(new EventTarget(), { matches: false }) });

// React records where each element was created, up to a limit that it resets at times. These records take a third of
// the time of these tests, so the counter is kept at the limit.
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, { recentlyCreatedOwnerStacks: number }>;
if (internals?.recentlyCreatedOwnerStacks === undefined)
  throw new Error("This version of React counts its notes in another way: look, or delete this.");
Object.defineProperty(internals, "recentlyCreatedOwnerStacks", { get: () => Infinity, set: () => {} });
