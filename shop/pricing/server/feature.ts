import type { Feature } from "#platform/feature.ts";

export const pricing: Feature = { name: "pricing" };
