import type { Feature } from "#platform/feature.ts";
import { serveFiles } from "./files.ts";
import { checkPictureStorage } from "./picture-storage.ts";

export const media: Feature = {
  name: "media",
  plugins: [serveFiles],
  checks: [{ name: "picture storage", needs: "outside", risk: "other", check: checkPictureStorage }],
};
