import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

// The files of a worker share its process. Each gets the shop's modules in their first state.
vi.resetModules();
// The previous file may have left announcers and toasts in the document, fake timers and stubs.
document.body.replaceChildren();
vi.useRealTimers();
vi.unstubAllGlobals();

// Testing Library clears the page by itself only where test functions are global; here they are imported.
afterEach(cleanup);

// A busy machine draws late.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no width: no media query fits, unless a test says so.
Object.assign(globalThis, { matchMedia: () => Object.assign(new EventTarget(), { matches: false }) });
