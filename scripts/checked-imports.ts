import path from "node:path";
import type { Plugin } from "vite";

const HELPER = /vite\/preload-helper\.js$/;
const OURS = path.resolve(import.meta.dirname, "../client/built-files.ts");

/** A dependency of the entry is loaded before any import. */
const isNotThere = (file: string): boolean => !/\/(?:rolldown-runtime|packages|shop)-[^/]+\.js$/.test(file);

/**
 * Puts `importBuilt` around every `import()` of the browser's build in place of Vite's own helper, and gives it the
 * names of all files that an import needs: Vite names them only where there are several.
 */
export const checkedImports: Plugin = {
  name: "checked-imports",
  apply: "build",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  config: () => ({
    build: {
      modulePreload: {
        polyfill: false,
        resolveDependencies: (file, others, { hostType }) =>
          hostType === "js" ? [...new Set([file, ...others.filter(isNotThere)])] : others,
      },
    },
  }),
  load: {
    filter: { id: HELPER },
    handler: () => `export { importBuilt as __vitePreload } from ${JSON.stringify(OURS)};`,
  },
};
