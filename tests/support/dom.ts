import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Testing Library clears the page by itself only where test functions are global; here they are imported.
afterEach(cleanup);

// A busy machine draws late.
configure({ asyncUtilTimeout: 30_000 });

// jsdom has no width: no media query fits, unless a test says so.
Object.assign(globalThis, { matchMedia: () => Object.assign(new EventTarget(), { matches: false }) });
