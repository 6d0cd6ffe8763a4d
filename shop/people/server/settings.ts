import { isIP } from "node:net";
import * as v from "valibot";
import { isOrigin, optionalText } from "#platform/config/setting.ts";

declare module "#platform/config/config.ts" {
  interface Config extends v.InferOutput<typeof deskSettings> {}
}

export const deskSettings = v.pipe(
  v.object({
    DESK_URL: optionalText(
      isDeskAddress,
      ({ input }) =>
        `"${input}" is not an address for the desk. Passkeys need https, a host name and no path. Write for example DESK_URL=https://desk.shop.example, or leave it out.`,
    ),
  }),
  v.transform(({ DESK_URL }) => ({
    /** The public origin of the desk (D119). If it is missing, the desk can be used only on this machine. */
    deskUrl: DESK_URL === undefined ? undefined : new URL(DESK_URL).origin,
  })),
);

/** True if browsers allow passkeys at this origin: a host name with https, or `localhost`. */
function isDeskAddress(address: string): boolean {
  if (!isOrigin(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (isIP(hostname.replaceAll(/[[\]]/g, "")) !== 0) return false;
  return protocol === "https:" || hostname === "localhost";
}
