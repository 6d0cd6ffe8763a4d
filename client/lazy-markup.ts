import { type ComponentType, lazy } from "react";

/** The server renders the component, and the browser loads its code later. If that fails, the server's HTML stays. */
export const lazyMarkup = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return new Promise<never>(() => {});
    }
  });
