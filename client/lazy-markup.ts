import { type ComponentType, lazy } from "react";

/** A part rendered on the server, whose code is loaded after the page. If loading fails, the server's HTML stays. */
export const lazyMarkup = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return new Promise<never>(() => {});
    }
  });
