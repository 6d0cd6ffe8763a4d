import { findPageName } from "#contract/page-paths.ts";
import { buildUrl } from "#client/router/location.ts";

export { writeRobots, writeSitemap } from "./crawlers.ts";

export const hasPage = (address: string): boolean =>
  findPageName(buildUrl("http://shop", address).pathname) !== null;
