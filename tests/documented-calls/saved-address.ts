import { address } from "./visitor-acts.ts";

export const savedAddress = { _id: "home", ...address, country: "India", isDefault: true };
