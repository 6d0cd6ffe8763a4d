import * as v from "valibot";
import { isSecureAddress } from "./secure-address.ts";

/** What stands between the shop and its visitors and hands out what is the same for all of them. */
export interface CdnSettings {
  /** How long it may hold a page before it asks again; 0: it holds none. */
  seconds: number;
  /** Who is to be told when pages are out of date; null when no one is. */
  purge: { url: string; headers: Readonly<Record<string, string>> } | null;
}

const HEADER = /^([A-Za-z][A-Za-z-]{0,60}): ?([\x21-\x7E](?:[\x20-\x7E]{0,1000}[\x21-\x7E])?)$/;

export const cdnVariables = {
  CDN_SECONDS: v.pipe(
    v.optional(v.string(), "0"),
    v.check(
      (given) => /^\d{1,4}$/.test(given) && Number(given) <= 3600,
      ({ input }) => `"${input}" is not a whole number from 0 to 3600. Write for example CDN_SECONDS=60.`,
    ),
    v.transform(Number),
  ),
  CDN_PURGE_URL: v.optional(
    v.pipe(
      v.string(),
      // The value is not repeated: it may hold a secret.
      v.check(
        isSecureAddress,
        "the value is no https address. Write for example CDN_PURGE_URL=https://api.cloudflare.com/client/v4/zones/<zone>/purge_cache, or leave it out.",
      ),
    ),
  ),
  CDN_PURGE_HEADER: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        HEADER,
        "the value is no header. Write for example CDN_PURGE_HEADER=Authorization: Bearer <token>.",
      ),
    ),
  ),
} as const;

type Given = v.InferOutput<ReturnType<typeof asObject>>;
const asObject = () => v.object(cdnVariables);

export function readCdnSettings(given: Given): CdnSettings {
  const [, name = "", value = ""] = HEADER.exec(given.CDN_PURGE_HEADER ?? "") ?? [];
  return {
    seconds: given.CDN_SECONDS,
    purge: given.CDN_PURGE_URL
      ? { url: given.CDN_PURGE_URL, headers: name === "" ? {} : { [name]: value } }
      : null,
  };
}
