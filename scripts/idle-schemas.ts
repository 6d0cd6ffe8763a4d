import type { Plugin } from "vite";

/** What makes a schema: the library, and what `contract/field.ts` makes of it. */
const MAKER = /\b(v\.\w+|requiredText|optionalText)\(/g;

/**
 * Lets schemas that no form of the browser uses leave its build: making one is no deed, but the bundler cannot know that
 * of another module's functions. Without the mark every page carries the schemas of all that it names.
 */
export const idleSchemas: Plugin = {
  name: "idle-schemas",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /\/(contract|shop)\/.+\.ts$/, code: /\bfrom "valibot"/ },
    handler: (code) => ({ code: code.replaceAll(MAKER, "/* @__PURE__ */ $&"), map: null }),
  },
};
