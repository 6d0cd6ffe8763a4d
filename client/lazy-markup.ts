import { type ComponentType, lazy } from "react";

/**
 * Creates a component that the server renders, and whose code the browser loads later. If loading fails, the server's
 * HTML stays.
 */
export const lazyMarkup = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return new Promise<never>(() => {});
    }
  });
