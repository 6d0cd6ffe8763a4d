import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// Testing Library clears the page by itself only where test functions are global; here they are imported.
afterEach(cleanup);
