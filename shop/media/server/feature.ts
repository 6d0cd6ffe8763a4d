import type { Feature } from "#platform/feature.ts";
import { serveFiles } from "./files.ts";

export const media: Feature = { name: "media", plugins: [serveFiles] };
