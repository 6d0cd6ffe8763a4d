import type { Feature } from "#platform/feature.ts";
import { serveBrand } from "./shop-brand.ts";

export const brand: Feature = { name: "brand", plugins: [serveBrand] };
