import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Returns a path inside the project, independent of the current folder. */
export const resolveFromRoot = (...parts) => join(root, ...parts);
