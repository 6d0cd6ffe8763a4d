import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

export const resolveFromRoot = (...parts) => join(root, ...parts);
