import { SECOND } from "#contract/time.ts";

const TIMEOUT_MS = 20 * SECOND;

/**
 * True if `isRightPath` accepts the path of the last full page load. The Content-Security-Policy of that page is still
 * in force, because a navigation without a reload keeps it.
 */
export function isLoadedFrom(isRightPath: (path: string) => boolean): boolean {
  const [load] = performance.getEntriesByType("navigation");
  return load !== undefined && isRightPath(new URL(load.name).pathname);
}

/** Returns the global variable that the script sets; null if it is not set in time. */
export function loadForeignScript<Api>(url: string, variable: string): Promise<Api | null> {
  const getApi = () => (window as unknown as Record<string, Api | undefined>)[variable] ?? null;
  return new Promise((resolve) => {
    if (getApi()) return resolve(getApi());
    const script = document.createElement("script");
    const end = (api: Api | null) => {
      clearTimeout(timer);
      if (!api) script.remove();
      resolve(api);
    };
    const timer = setTimeout(() => end(null), TIMEOUT_MS);
    script.src = url;
    script.async = true;
    script.addEventListener("load", () => end(getApi()));
    script.addEventListener("error", () => end(null));
    document.head.append(script);
  });
}
