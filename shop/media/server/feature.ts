import type { Feature } from "#platform/feature.ts";
import { checkPictureStorage } from "./check-picture-storage.ts";
import { serveFiles } from "./files.ts";

export const media: Feature = {
  name: "media",
  plugins: [serveFiles],
  checks: [{ name: "picture storage", needs: "outside", check: checkPictureStorage }],
};
