import { type ComponentType, lazy } from "react";

/**
 * A part that the server makes and that the browser's code comes for once the page is there. Where it cannot be loaded, what
 * the server made stays.
 */
export const lazyMarkup = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch {
      return new Promise<never>(() => {});
    }
  });
