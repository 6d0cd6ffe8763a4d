import type { Feature } from "#platform/feature.ts";
import { revokeLinks } from "#platform/operator/mail-links.ts";
import { removePhotographs, serveOwnerPage } from "./owner-page.ts";

export const ownerLinks: Feature = {
  name: "owner-links",
  plugins: [serveOwnerPage],
  commands: [revokeLinks],
  open: removePhotographs,
};
