import type { Feature } from "#platform/feature.ts";
import { contactCommands, listMessageValues } from "./commands.ts";
import { serveNewsletter } from "./newsletter.ts";
import { contactRoutes } from "./routes.ts";

export const contact: Feature = {
  name: "contact",
  routes: contactRoutes,
  plugins: [serveNewsletter],
  commands: contactCommands,
  values: { message: listMessageValues },
};
