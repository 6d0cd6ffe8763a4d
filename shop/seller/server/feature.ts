import type { Feature } from "#platform/feature.ts";

export const seller: Feature = { name: "seller" };
