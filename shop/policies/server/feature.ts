import type { Feature } from "#platform/feature.ts";

export const policies: Feature = { name: "policies" };
