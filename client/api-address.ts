import { API_META } from "#contract/endpoint.ts";

/** Returns the URL of an API path, on the API's own origin if it has one (D90). */
export const toApiUrl = (path: string): string =>
  (document.querySelector<HTMLMetaElement>(`meta[name=${API_META}]`)?.content ?? "") + path;
