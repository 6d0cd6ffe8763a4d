import { registerHooks } from "node:module";

const PACKAGE = "drizzle-orm";

/**
 * drizzle's package.json has 180 kB, and Node reads it again for each file of the package and for each import of it:
 * more than half of the time in which the shop's code is loaded. What was found once is found at once here.
 */
export function importQuickly(): void {
  const found = new Map<string, ReturnType<Parameters<typeof registerHooks>[0]["resolve"] & {}>>();
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL = "" } = context;
      if (specifier.startsWith(".") && parentURL.includes(`/node_modules/${PACKAGE}/`))
        return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
      if (!specifier.startsWith(PACKAGE)) return next(specifier, context);
      const resolved = found.get(specifier) ?? next(specifier, context);
      found.set(specifier, { ...resolved, shortCircuit: true });
      return resolved;
    },
  });
}
